"""The rules of bridge in words, as a match is played: for the help, also before it begins."""

from __future__ import annotations

from game.bridge.auction import scale_of
from game.bridge.rules import Rules
from gui.ui.text import grouped

_LEADER = {
    "loser": "The player who lost the last trick of the exchange",
    "winner": "The player who won the last trick of the exchange",
    "declarer": "The declarer",
    "defender": "The declarer’s opponent",
}


def play_rules(table: Rules) -> str:
    """The play under these rules: a paragraph for each part of a deal."""
    leader = "The dealer’s opponent" if table.auction == "stock" else "The declarer"
    return "\n".join((
        "Each player has thirteen cards; 26 are the stock. The ace is the highest card of a suit, the two the lowest.",
        _auction(table),
        f"Exchange: thirteen tricks that do not count. The top card of the stock is turned up. {leader} leads any "
        "card. You must follow suit if you can; otherwise you may play any card. The highest trump takes the trick; "
        "without a trump, the highest card of the suit led does. The winner takes the open card and leads to the "
        "next trick. The other player takes the next card, which the winner does not see. A new card can be played at "
        "once.",
        f"Play: thirteen tricks that count, by the same rules. {_LEADER[table.lead]} leads first. 26 cards "
        "have been played by then, so you can know what the other player holds. You can claim some of the tricks "
        "left; the other player accepts, or you play on.",
    ))  # fmt: skip


def _auction(table: Rules) -> str:
    """The way trumps and the contract are found."""
    if table.auction == "stock":
        return "There is no auction: the first card of the stock names the trump suit."
    if table.auction == "off":
        return "There is no auction: the dealer is the declarer at level 1 in his longest suit, the trumps."
    none, rise = (" or no trumps", ", spades, no trumps") if table.notrump else ("", " and spades")
    doubles = (
        " You can double the other player’s bid, and redouble when your own was doubled. That raises what is won or "
        "lost and does not stop a higher bid."
        if table.doubles
        else ""
    )
    return (
        f"Auction: the dealer calls first. A bid is a number from 1 to 7 and a suit{none}. It promises six tricks "
        "more than its number: 3♥ is nine tricks with hearts as trumps. Each bid must be higher than the last one. "
        "Of two bids with the same number the higher suit counts, in the order clubs, diamonds, "
        f"hearts{rise}.{doubles} A pass after a bid ends the auction, and the last bidder is the declarer. If both "
        "players pass, nobody scores and the other player deals."
    )


def score_rules(table: Rules) -> str:
    """The scoring of a match under these rules."""
    if table.auction == "stock":
        return (
            "Whoever takes seven or more of the last thirteen tricks wins the deal and scores ten points for each "
            "trick more than the other player."
        )
    if table.scoring == "tricks":
        return "Ten points for each trick that you take more than the other player, whatever was bid."
    scale = scale_of(table)
    whose = f"Scored by the laws of duplicate bridge, {'both' if table.vulnerable else 'neither'} vulnerable."
    if table.scoring == "duplicate":
        whose = (
            "Scored by the rule of the original program: as in duplicate bridge, neither vulnerable, with its own "
            "penalties for doubled contracts."
        )
    made = (
        "Contract made: each trick of the bid scores 20 in clubs and diamonds, 30 in hearts and spades. In no trumps "
        f"the first scores 40 and the others 30. If this comes to 100 or more, it is a game and scores {scale.game} "
        f"more, otherwise 50 more. A bid of six is a small slam and scores {scale.small_slam} more, a bid of seven a "
        f"grand slam and scores {grouped(scale.grand_slam)} more. Each overtrick, one beyond the bid, scores "
        "20 or 30, too."
    )
    down = f"Contract not made: the other player scores {scale.undertrick} for each trick short."
    if table.doubles:
        first, following, further = scale.doubled
        sums = ", ".join(grouped(first + following * more) for more in range(3))
        made += (
            f" Doubled, the tricks of the bid count twice, an overtrick scores {scale.overtrick}, and making the "
            "contract scores 50 more. Redoubled, they count four times, an overtrick scores "
            f"{2 * scale.overtrick}, and making the contract scores 100 more."
        )
        down += f" Doubled, that is {sums} for the first three and {further} for each more; redoubled, twice as much."
    return f"{whose}\n{made}\n{down}"
