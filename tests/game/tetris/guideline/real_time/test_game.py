from game.tetris.guideline import Placement
from game.tetris.guideline.garbage import MOST_WAITING, Batch
from game.tetris.guideline.real_time import Game, Setup, TargetController, TickClock
from game.tetris.guideline.real_time.handling import HARD, NONE
from tests.game.tetris.guideline.real_time.play import VERSUS, mashing, tidy_placement

TETRIS = "/".join(["xxxxxxxxx."] * 4)
NOW = Placement.parse("I east 9 2")


def duel(left: str, right: str, timing: str = "tetr.io travel=20") -> Game:
    timing = "spawn=0 clear=0 travel=20" if timing.startswith("tetr.io t") else timing
    return Game(Setup.open({"timing": timing, "left": left, "right": right}))


def placing(game: Game, seat: int, at: Placement) -> None:
    """One seat plays a placement while the other one rests."""
    controller, me = TargetController(), game.seats[seat]
    controller.aim(me, at)
    while not controller.waits(me) and not game.over:
        held = [NONE] * len(game.seats)
        held[seat] = controller.buttons(me)
        game.tick(held)


def test_rows_sent_travel_and_rise_with_a_lock_that_clears_nothing() -> None:
    game = duel(f"queue=list:IO board=x........./{TETRIS}", "queue=list:OOOO garbage=3")
    placing(game, 0, NOW)
    sent = game.now
    waiting = game.seats[1].garbage
    assert waiting.batches == (Batch(4, sent + 20),)
    assert game.seats[1].view().garbage.batches == (Batch(4, 0),)  # for who counts in pieces
    game.tick((NONE, HARD))
    assert game.seats[1].state.field.height == 2  # they are on their way
    for _ in range(20):
        game.tick((NONE, NONE))
    events = game.tick((NONE, HARD))
    assert ("rise", 4) in [(event.kind, event.number) for event in events[1]]
    assert game.seats[1].state.field.height == 8
    assert game.seats[1].garbage.batches == ()


def test_an_attack_cancels_what_waits_and_sends_the_rest() -> None:
    for waiting, sent, left in ((3, 1, 0), (4, 0, 0), (7, 0, 3)):
        game = duel(f"queue=list:IO board=x........./{TETRIS} garbage=5+{waiting}", "queue=list:OO")
        placing(game, 0, NOW)
        assert game.seats[0].garbage.waiting == left
        assert game.seats[1].garbage.waiting == sent
        assert game.seats[0].state.tally.attack == 4
        assert game.seats[0].state.tally.risen == 0  # a clear blocks


def test_rows_rise_up_to_the_cap_a_lock() -> None:
    game = duel("queue=list:OOO garbage=5+9 cap=4", "queue=list:OOO garbage=5+9 cap=20 cancelling=off")
    game.tick((HARD, HARD))
    assert [seat.garbage.waiting for seat in game.seats] == [5, 0]
    assert [seat.state.tally.risen for seat in game.seats] == [4, 9]


def test_attacks_of_one_tick_meet_and_neither_is_first() -> None:
    game = duel(*[f"queue=list:IOO board=x........./{TETRIS}"] * 2, timing="spawn=0 clear=0")
    controllers = TargetController(), TargetController()
    for controller, seat in zip(controllers, game.seats, strict=True):
        controller.aim(seat, NOW)
    while not controllers[0].waits(game.seats[0]):
        game.tick(
            [controller.buttons(seat) for controller, seat in zip(controllers, game.seats, strict=True)]
        )
    assert [seat.garbage.waiting for seat in game.seats] == [4, 4]
    assert game.seats[0].facts() == game.seats[1].facts()


def test_the_mirror_of_a_game_has_the_other_winner() -> None:
    rules = {"timing": "spawn=0 clear=0", "left": "queue=seven_bag:1", "right": "queue=seven_bag:2"}
    one = Game(Setup.open(rules))
    other = Game(Setup.open(rules | {"left": rules["right"], "right": rules["left"]}))
    for a, b in zip(mashing(1, 4000, 12), mashing(2, 4000, 25), strict=True):
        one.tick((a, b))
        other.tick((b, a))
    assert one.over
    assert (one.winner, other.winner) in ((0, 1), (1, 0))
    assert [seat.facts() for seat in one.seats] == [seat.facts() for seat in reversed(other.seats)]


def test_whoever_tops_out_has_lost_and_both_at_once_is_a_draw() -> None:
    walls = "/".join(["...xxx...."] * 19)
    lost = duel(f"queue=list:OT board={walls}", "queue=list:OT")
    lost.tick((HARD, NONE))
    assert (lost.over, lost.winner, lost.seats[0].ending) == (True, 1, "block out")
    draw = duel(*[f"queue=list:OT board={walls}"] * 2)
    draw.tick((HARD, HARD))
    assert (draw.over, draw.winner) == (True, None)
    before = draw.digest()
    assert draw.tick((HARD, HARD)) == ([], [])
    assert draw.digest() == before


def test_garbage_that_pushes_the_stack_out_ends_the_game() -> None:
    high = "/".join(["...x......"] * 38)
    game = duel(f"queue=list:OOO board={high} garbage=1+4 start=19", "queue=list:O")
    assert game.seats[0].ending == "block out" or game.tick((HARD, NONE))
    assert game.over
    low = "/".join(["x........."] * 38)
    game = duel(f"queue=list:OOO board={low} garbage=1+4", "queue=list:O")
    game.tick((HARD, NONE))
    assert (game.seats[0].ending, game.winner) == ("garbage", 1)


def test_a_sprint_is_won_by_the_goal_and_a_race_by_the_first() -> None:
    sprint = Game(Setup.of({"goal": "4", "queue": "list:IO", "board": TETRIS}))
    placing(sprint, 0, NOW)
    assert (sprint.over, sprint.winner, sprint.seats[0].ending) == (True, 0, "goal")
    seat = f"goal=4 queue=list:IOOO board={TETRIS}"
    race = duel(seat, seat)
    placing(race, 1, NOW)
    assert (race.over, race.winner) == (True, 1)


def test_time_ends_a_game_for_the_one_who_sent_more() -> None:
    solo = Game(Setup.of({}, "limit=120"))
    for _ in range(500):
        solo.tick((NONE,))
    assert (solo.now, solo.seats[0].ending, solo.winner) == (120, "time", None)
    game = duel("queue=list:OO", f"queue=list:IO board=x........./{TETRIS}", timing="limit=300")
    placing(game, 1, NOW)
    while not game.over:
        game.tick((NONE, NONE))
    assert (game.now, game.winner) == (300, 1)


def test_more_rows_than_can_wait_are_lost() -> None:
    game = duel("queue=list:O", "queue=list:O")
    for _ in range(300):
        game.seats[0].receive(9, 1)
    assert game.seats[0].garbage.waiting <= MOST_WAITING
    assert len(game.seats[0].garbage.batches) == 1000 // 9 + 1


def test_the_same_buttons_are_the_same_game_at_any_frame_rate() -> None:
    pads = list(zip(mashing(3, 1500), mashing(4, 1500), strict=True))
    digests = set()
    for frames in ((1 / 60,), (1 / 144,), (1 / 24,), (0.004, 0.031, 0.0001, 0.12), (0.016, 0.017)):
        game, beat, number = Game(VERSUS), TickClock(), 0
        while game.now < 1200 and not game.over:
            for _ in range(beat.due(frames[number % len(frames)])):
                if game.now < 1200 and not game.over:
                    game.tick(pads[game.now])
            number += 1
        digests.add(game.digest())
    assert len(digests) == 1


def test_a_copy_goes_on_by_itself_and_alike() -> None:
    game = Game(VERSUS)
    pads = list(zip(mashing(5, 900), mashing(6, 900), strict=True))
    for held in pads[:300]:
        game.tick(held)
    here, copy = game.digest(), game.copy()
    for held in pads[300:]:
        copy.tick(held)
    assert game.digest() == here != copy.digest()
    for held in pads[300:]:
        game.tick(held)
    assert game.digest() == copy.digest()


def test_two_who_play_by_placements_exchange_what_they_send() -> None:
    setup = Setup.of({"queue": "seven_bag:8", "cap": "2"}, "cold-clear-fast", ("engine", "engine"))
    game, controllers, rose = Game(setup), (TargetController(4), TargetController(3)), [0, 0]
    while not game.over and game.now < 1500:
        for controller, seat in zip(controllers, game.seats, strict=True):
            if controller.waits(seat) and (at := tidy_placement(seat.state)):
                controller.aim(seat, at)
        items = game.tick(
            [controller.buttons(seat) for controller, seat in zip(controllers, game.seats, strict=True)]
        )
        for seat, events in enumerate(items):
            rose[seat] += sum(event.number for event in events if event.kind == "rise")
    one, other = (seat.state for seat in game.seats)
    assert one.tally.sent > 0
    assert other.tally.sent > 0
    for me, you, rows in ((one, other, rose[0]), (other, one, rose[1])):
        cancelled = me.tally.attack - me.tally.sent
        assert me.tally.risen == rows
        assert me.tally.risen + me.garbage.waiting + cancelled == you.tally.sent
