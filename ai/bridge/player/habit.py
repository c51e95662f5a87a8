"""A quick exchanger whose likings were fitted to the truth: what plays both hands to the end in the sampled deals.

It knows what its player knows and nothing else. The liking of a card is a sum of weights, in tricks: what the
card is worth in the hand, by how many higher cards are still about and by the length of its suit; what the card on
show is worth, by the same, times the chance to take the trick. Weights are apart for five phases of the exchange, for
trumps and side suits, and for no-trump.

A row of weights, one for each of no-trump and trump games, and phase:

    KEEP [kind, higher, length]  RANK [kind, rank]  LENGTH [kind, length]  TAKE [kind, higher, length]
    GIFT [kind, rank]  TRICK  CALL [kind, chance, quality]
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.bridge.player.layout import (
    NO_CARD,
    NO_TRUMP,
    RANKS,
    Numbers,
    above,
    beats,
    cards_of,
    legal,
    suit_of,
)
from ai.kernel import inlined, small, tight

HIGHER, LENGTHS, LONG = 6, 6, 9  # steps of the scales; more counts as the last
KEEP = 0
RANK = KEEP + 2 * HIGHER * LENGTHS
LENGTH = RANK + 2 * RANKS
TAKE = LENGTH + 2 * LONG
GIFT = TAKE + 2 * HIGHER * LENGTHS
TRICK = GIFT + 2 * RANKS
CALL = TRICK + 1
ROW = CALL + 2 * 5 * 5
PHASES = 5
WEIGHTS = 2 * PHASES * ROW
MOST_TERMS = 6
NO_TERM = -1
MOST_HIDDEN = 39  # cards that one player does not see


class Situation(NamedTuple):
    """The view of a player who plays a card: sets of cards, the card on show, the one to follow, and the trumps.

    `known` are the cards that the other is known to hold, `unseen` those that may be anywhere.
    """

    hand: int
    unseen: int
    known: int
    shown: int
    led: int
    strain: int


class Terms(NamedTuple):
    """The places of a card's terms among the weights, and the `share` with which `take` and `gift` count.

    A card that loses the trick for certain has only the first three; `last` is `NO_TERM` then.
    """

    keep: int
    rank: int
    length: int
    take: int
    gift: int
    last: int
    share: float


@inlined
def _square(kind: int, higher: int, length: int) -> int:
    return (kind * HIGHER + min(higher, HIGHER - 1)) * LENGTHS + min(length, LENGTHS - 1)


@small
def row_of(tricks: int, strain: int) -> int:
    """Return the row of weights that holds after so many tricks of the exchange."""
    phase = tricks // 3 if tricks < 9 else 3 if tricks < 11 else 4
    return ((1 if strain == NO_TRUMP else 0) * PHASES + phase) * ROW


def _chances() -> NDArray[np.float64]:
    """[hidden, held, higher] the chance that a hand of so many of the hidden cards has none of the higher ones."""
    hidden, held = np.arange(MOST_HIDDEN + 1)[:, None], np.arange(RANKS + 1)[None, :]
    chances = np.ones((MOST_HIDDEN + 1, RANKS + 1, RANKS))
    for higher in range(1, RANKS):
        one = np.maximum(0.0, 1.0 - held / np.maximum(1.0, hidden - (higher - 1)))
        chances[:, :, higher] = chances[:, :, higher - 1] * one
    return chances


_CHANCES = _chances()


@inlined
def _hold(card: int, hidden: int, held: int) -> float:
    """The chance that no higher card of the suit is among `held` cards drawn from those that are hidden."""
    return float(_CHANCES[count_bits(hidden), held, count_bits(above(card) & hidden)])


@small
def terms(card: int, at: Situation, row: int) -> Terms:
    """The terms of the liking of `card`."""
    hand, unseen, known, shown, led, strain = at
    about = unseen | known
    suit = suit_of(card)
    kind = 1 if suit == strain else 0
    held = count_bits(hand & cards_of(suit))
    keep = row + KEEP + _square(kind, count_bits(above(card) & about), held - 1)
    rank = row + RANK + kind * RANKS + card % RANKS
    length = row + LENGTH + kind * LONG + min(held, LONG) - 1
    if led != NO_CARD and not beats(card, led, strain):
        return Terms(keep, rank, length, NO_TERM, NO_TERM, NO_TERM, 0.0)
    suited = suit_of(shown)
    prize = 1 if suited == strain else 0
    higher = count_bits(above(shown) & about)
    take = row + TAKE + _square(prize, higher, count_bits(hand & ~(1 << card) & cards_of(suited)))
    gift = row + GIFT + prize * RANKS + shown % RANKS
    if led != NO_CARD:
        return Terms(keep, rank, length, take, gift, row + TRICK, 1.0)
    share = _hold(card, unseen, count_bits(hand) - count_bits(known)) if not above(card) & known else 0.0
    step = 0 if share < 0.15 else 1 if share < 0.4 else 2 if share < 0.7 else 3 if share < 0.95 else 4
    last = row + CALL + (kind * 5 + step) * 5 + (4 if prize else max(0, 3 - higher))
    return Terms(keep, rank, length, take, gift, last, share)


@small
def liking(card: int, at: Situation, row: int, weights: Numbers) -> float:
    """Return the preference for playing `card`, in tricks; only differences between cards mean anything."""
    each = terms(card, at, row)
    total = weights[each.keep] + weights[each.rank] + weights[each.length]
    if each.last != NO_TERM:
        total += weights[each.take] * each.share
        total += weights[each.gift] * each.share
        total += weights[each.last]
    return total  # type: ignore[no-any-return]


@tight
def liked(at: Situation, tricks: int, weights: Numbers) -> int:
    """The card it likes best; the first of equals."""
    row = row_of(tricks, at.strain)
    best, most, left = NO_CARD, -1e300, legal(at.hand, at.led)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        now = liking(card, at, row, weights)
        if now > most:
            best, most = card, now
    return best


# The weights of the quick exchanger, in thousandths of a trick, as `habit.py` lays them out.
#
# `python3 -m bench.bridge_fitting --deals 20000 --rounds 5 --seed 1` has found them: least squares on what each card
# of sampled decisions led to, when the exchange was then played on by habit and the play stage perfectly.

_THOUSANDTHS = """
-50 -186 -209 -163 -136 92 -180 -75 -74 -85 -55 128 19 30 -8 10 25 98 96 40 74 57 60 135 82 106 110 89 106 93 123
138 178 169 113 75 -230 -309 -265 -220 -225 -138 -244 -224 -176 -236 -153 -183 45 -12 -29 -114 -99 -127 126 8 -16 26
37 -32 118 184 151 79 100 -5 237 240 208 241 155 60 85 91 117 103 103 101 113 123 110 103 77 24 -128 -39 -45 -103
-102 -87 -64 -63 -17 -19 -51 -64 -131 -239 91 52 70 77 114 170 117 275 57 52 -112 -128 -225 -186 -106 -48 -129 -142
86 284 185 328 220 -28 -20 155 70 150 3 -98 -138 18 69 82 0 -99 -242 -105 -149 -62 -248 -223 -305 -48 -172 -178 -202
-325 -303 -210 -260 -270 -358 -255 -274 94 443 594 325 276 -66 258 140 243 322 142 -42 285 82 134 351 301 -16 167
134 194 354 223 -103 222 6 363 308 198 13 193 30 65 204 187 -244 -256 -266 -328 -283 -278 -413 -347 -313 -200 -157
114 323 430 312 137 292 250 158 186 313 293 607 772 1238 1365 212 -239 -199 -198 -269 -295 -287 -173 -120 -115 -103
-251 -216 -137 -57 -108 0 0 0 0 0 -8 -152 -199 -143 -181 153 151 142 41 76 100 187 187 171 227 178 196 224 219 235 0
0 0 0 0 353 206 101 154 149
-223 -337 -340 -291 -231 -50 -12 -111 -115 -89 -70 48 44 42 40 48 51 89 64 98 119 120 57 105 66 167 183 140 136 159
148 182 159 150 149 178 -250 -211 -310 -228 -262 -213 -118 -97 -121 -149 -114 -156 -34 -24 12 -25 -54 -94 106 78 0
-3 21 -65 198 16 86 96 56 -19 144 180 213 185 171 112 94 84 77 95 92 91 98 97 103 87 54 14 -111 -56 -46 -84 -61 -27
-25 -21 -8 -23 -37 -91 -150 -245 88 42 45 78 92 65 241 196 28 47 -58 -121 -124 -182 -102 -145 -57 -132 -60 206 299
364 313 -98 -170 233 242 190 79 -28 58 -34 6 52 113 -326 -165 -138 -151 -203 -205 -236 -139 -203 -186 -274 -240 -216
-319 -288 -270 -341 -287 -462 -445 -66 47 346 564 296 -135 -28 203 186 280 311 -121 122 91 140 317 136 -86 74 242
154 412 334 -90 47 175 262 238 155 24 117 308 150 387 191 -242 -252 -270 -308 -368 -366 -319 -297 -319 -265 -125 -24
269 295 133 61 132 175 109 197 188 416 529 777 980 1347 201 -227 -221 -243 -298 -296 -282 -203 -181 -155 -113 -161
-143 -161 -90 -20 0 0 0 0 0 110 45 -23 -26 -37 79 130 178 32 70 28 74 134 212 106 118 165 82 131 141 0 0 0 0 0 334
154 213 194 150
-307 -335 -317 -274 -185 -27 -95 -84 -81 -96 -46 34 97 64 63 53 16 132 160 139 115 114 103 134 147 139 142 127 102
115 112 150 143 152 117 181 -227 -243 -260 -294 -234 -234 34 -109 -146 -203 -157 -177 -47 -45 -79 -79 -67 -86 81 27
87 19 -26 -63 44 101 162 128 49 -39 185 203 141 238 210 102 122 124 137 125 117 111 106 108 96 78 39 -14 -148 -63
-86 -79 -51 -51 -17 5 -14 -40 -59 -112 -168 -266 113 72 65 76 106 81 54 209 226 69 -65 -94 -191 -224 -128 -153 -143
-72 30 232 246 298 239 77 -211 60 36 87 117 -187 -171 -44 -3 -15 -82 -249 -83 -156 -206 -158 -189 -350 -310 -183
-216 -230 -235 -301 -369 -302 -256 -230 -268 -292 -111 146 207 221 206 165 -378 -139 103 337 64 284 -55 -209 119 427
499 189 0 -49 88 98 209 298 144 -53 56 256 370 125 24 214 359 311 252 298 -359 -388 -405 -402 -470 -482 -496 -402
-389 -349 -179 -3 448 62 93 49 114 191 101 105 253 284 737 710 1076 1303 273 -271 -265 -298 -303 -323 -333 -236 -275
-162 -186 -197 -203 -120 -105 -56 0 0 0 0 0 159 57 24 -72 -47 67 66 102 84 59 37 130 133 214 207 146 151 199 180 204
0 0 0 0 0 392 301 235 165 141
-391 -420 -376 -300 -280 -42 15 -85 -125 -108 -78 67 116 99 60 -8 32 84 155 153 121 132 78 134 90 161 171 146 106
205 133 148 173 156 186 250 -300 -345 -319 -243 -236 -285 -30 -142 -229 -140 -135 -197 48 25 -53 -61 -89 -137 121
144 73 -11 16 -36 131 79 173 102 98 15 132 247 245 151 137 93 122 100 97 94 104 110 118 107 104 72 43 3 -119 -22 -62
-49 -37 -38 -24 -4 -6 -36 -71 -139 -176 -294 118 55 24 18 43 29 132 147 390 102 8 -109 -202 -208 -114 -89 -213 -131
-79 164 279 253 193 -103 -225 -35 175 65 -17 -200 -328 -65 24 56 30 -142 -250 -184 -146 -103 -115 -167 -158 -152
-193 -205 -258 -330 -189 -277 -241 -219 -161 -185 -20 16 94 235 293 176 -37 81 357 177 261 287 -169 50 295 442 342
333 -108 -228 149 285 268 275 25 181 56 218 316 42 201 292 193 210 296 274 -415 -387 -446 -394 -329 -465 -433 -340
-338 -309 -122 119 372 238 116 180 186 246 152 155 290 450 635 1002 1146 1360 270 -202 -175 -233 -302 -280 -244 -151
-163 -170 -95 -159 -192 -123 -140 -50 0 0 0 0 0 131 66 44 -58 -71 60 46 -3 35 39 11 78 8 96 128 79 49 192 334 158 0
0 0 0 0 324 279 278 204 170
-496 -452 -405 -336 -273 -96 81 -116 -129 -94 -66 71 213 135 48 11 39 173 164 205 182 135 42 160 155 171 184 154 127
139 64 129 142 143 163 262 -466 -402 -409 -366 -308 -339 68 -271 -232 -190 -187 -240 232 71 -18 -103 -86 -132 175
253 104 68 -30 -29 92 139 212 115 123 6 100 232 221 243 231 92 154 154 131 119 137 134 121 113 82 62 17 -39 -156 -40
-36 -23 -36 -40 -29 -22 -34 -59 -88 -138 -196 -288 181 72 21 14 33 0 150 354 205 201 22 -122 -233 -257 -132 -115
-175 -219 -66 41 95 102 -27 -175 -369 37 169 17 24 -315 -377 -176 -57 -32 -105 -183 -338 -218 -172 -155 -91 -164
-295 -239 -102 -95 -111 -73 -417 -269 -125 -84 -48 38 -148 -30 69 62 29 90 -440 -62 362 323 229 297 -120 -266 154
334 399 253 -87 87 246 400 203 248 52 123 332 209 433 289 187 143 216 494 348 304 -438 -473 -553 -511 -472 -432 -434
-423 -446 -298 -184 -54 362 151 163 166 38 86 282 112 327 345 619 980 989 1507 292 -286 -254 -236 -337 -259 -285
-260 -191 -169 -99 0 0 0 0 0 0 0 0 0 0 145 132 48 50 -116 24 -23 -29 -20 88 19 49 99 186 254 0 0 0 0 0 0 0 0 0 0 384
356 310 291 131
-83 -222 -375 -241 -202 -146 -79 -200 -151 -159 -117 -22 -1 -56 1 46 -41 -16 3 73 96 109 76 96 35 106 165 125 157 41
139 197 212 145 182 109 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 48 37 52 36 43 76
75 98 43 2 -109 -401 0 0 0 0 0 0 0 0 0 0 0 0 0 13 -103 -53 26 56 106 116 131 -292 0 0 0 0 0 0 0 0 0 -287 334 448 323
339 251 12 201 141 94 64 -51 504 236 130 138 127 265 6 115 -30 -81 -28 -66 192 -76 -103 -92 -69 -155 -395 -182 -241
-277 -227 -241 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 16 57 -67 -83 -21 -92 -124
-89 -115 -78 153 467 1290 0 0 0 0 0 0 0 0 0 0 0 0 0 94 -31 -48 -161 -48 0 -68 44 44 37 0 -4 48 72 -1 0 0 0 0 0 0 104
-44 45 12 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
-351 -507 -442 -327 -298 -132 -163 -162 -202 -137 -20 -30 91 44 98 83 72 11 73 122 123 101 122 49 163 217 175 132
105 106 146 188 193 159 125 69 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 12 30 44 41
47 44 55 76 72 32 12 -108 -359 0 0 0 0 0 0 0 0 0 0 0 0 0 -40 -97 -56 12 106 82 134 -79 -63 0 0 0 0 0 0 0 0 0 -29 322
373 186 246 341 -69 314 183 112 49 148 282 150 27 -152 -100 66 50 31 -6 120 -90 -360 -92 51 -115 -125 -60 0 56 -53
-232 -304 -308 -63 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 75 -41 -49 -167 -106 -132
-264 -181 -110 -126 223 551 1276 0 0 0 0 0 0 0 0 0 0 0 0 0 99 -62 -115 -102 -141 0 -67 -63 5 20 0 -25 85 76 122 0 0
0 0 0 0 154 93 21 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
-443 -536 -428 -336 -273 -127 -97 -176 -182 -117 -69 -66 -85 50 13 40 65 122 105 112 143 107 92 157 240 229 193 143
120 78 185 183 170 153 134 100 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -20 18 24 33
53 49 48 63 75 62 14 -90 -328 0 0 0 0 0 0 0 0 0 0 0 0 0 -94 -139 -90 -9 69 -5 -12 171 109 0 0 0 0 0 0 0 0 0 409 409
350 330 227 414 201 189 100 -21 46 13 75 185 82 -5 -65 16 -205 -61 -122 -199 -186 -104 27 -38 -79 -231 -292 -122 -29
-86 -272 -291 -352 -295 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -70 -14 -78 -96 -224
-177 -173 -165 -174 -190 -24 506 900 0 0 0 0 0 0 0 0 0 0 0 0 0 173 -48 -54 -155 -187 0 -76 -43 -18 0 0 -14 0 101 132
0 0 0 0 0 0 138 98 72 54 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
-669 -665 -508 -404 -281 -292 -22 -194 -145 -65 -38 -30 215 142 67 31 63 58 172 196 141 120 97 195 133 228 213 193
106 198 139 167 100 80 58 201 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -20 10 37 25
39 59 51 63 63 54 13 -88 -307 0 0 0 0 0 0 0 0 0 0 0 0 0 -32 -125 -131 -45 4 24 218 -108 195 0 0 0 0 0 0 0 0 0 358
582 522 294 175 392 -203 376 192 68 75 47 -18 9 -18 63 -56 109 -230 -90 31 -207 -17 -97 53 -84 -120 -303 -332 -11 -7
11 -156 -271 -304 -167 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -28 -22 -96 -91 -146
-176 -85 -263 -163 -61 158 535 1100 0 0 0 0 0 0 0 0 0 0 0 0 0 -5 4 42 -42 -115 0 -45 -58 -13 100 0 -54 -74 -5 109 0
0 0 0 0 0 95 90 60 -94 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
-919 -696 -438 -313 -369 -448 83 -367 -208 -56 64 191 163 170 72 62 234 203 158 258 167 168 72 145 257 220 217 96
132 60 344 273 78 15 -108 21 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 131 159 123 120
79 44 46 -4 8 -27 -94 -195 -390 0 0 0 0 0 0 0 0 0 0 0 0 0 87 -143 -111 -29 24 105 163 21 -117 0 0 0 0 0 0 0 0 0 364
652 417 264 217 38 -441 254 168 -88 -6 -120 -310 89 -103 -23 -151 50 -573 -90 -138 -159 -199 15 -266 -69 -79 -229
-130 76 -452 -88 -189 -174 88 147 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -164 -331
-189 -287 -299 -264 -399 -259 -225 -73 -36 313 977 0 0 0 0 0 0 0 0 0 0 0 0 0 -260 -79 -83 -47 -9 0 -33 -17 34 149 0
0 0 0 0 0 0 0 0 0 0 112 100 12 -140 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
"""


def fitted() -> Numbers:
    """The weights, in tricks."""
    return np.array(_THOUSANDTHS.split(), np.float64) / 1000.0
