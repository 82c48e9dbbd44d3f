"""[11.1.combat] An attack from its test to the Decisive Victory: its steps, in order.

`Battle.step` is the cursor of FIGHT.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engines.core.data.text import Text, all_of, counted, percent, text
from grognard.engines.core.play.turn import Step, Turn
from grognard.engines.core.show.asks import (
    NOT_LISTED,
    PASS,
    Ask,
    Choice,
    Listed,
    Procedure,
    Reaction,
    Subset,
)
from grognard.engines.core.show.choices import number_of, word_of, words_of
from grognard.engines.core.show.explain import Modifier, Refusal
from grognard.engines.europa.cards.asked import use_up
from grognard.engines.europa.combat import aftermath, hits, trials
from grognard.engines.europa.combat.battle import of, put
from grognard.engines.europa.combat.commands import left, spend
from grognard.engines.europa.combat.hits import loser_of, lost_by
from grognard.engines.europa.combat.odds import ahead, comes
from grognard.engines.europa.combat.orders import supporters, why_no_support
from grognard.engines.europa.combat.values import (
    all_attack,
    all_defence,
    attack_support,
    defence_support,
    is_helpless,
    leading,
    strength,
    total,
)
from grognard.engines.europa.commanders.fate import fate
from grognard.engines.europa.field.effects import change, eliminate
from grognard.engines.europa.field.position import commanders_at, units_at
from grognard.engines.europa.field.telling import SIDES as NAMES
from grognard.engines.europa.field.telling import called, called_stack, log_at
from grognard.engines.europa.ranks.command import rivals
from grognard.engines.europa.setup import Board, Setup, enemy_of
from grognard.engines.europa.state import State
from grognard.engines.europa.tables import number

# -- the attack test (10.2) ------------------------------------------------------------------------


def commit_step(table: Board) -> Procedure[None]:
    """[10.2.test] [9.2] The attacker commits CC and rolls."""
    battle, setup = of(table.state), table.setup
    side = battle.attacker
    committed = 0
    if table.state.cc[side]:
        committed = number_of((yield _ask_cc(setup, table.state, side, "commit", "10.2.test")))
    spend(table, side, committed)
    result = trials.attack_test(table, side, battle.start, battle.target, committed)
    put(table, committed=committed, result=result)


def _ask_cc(setup: Setup, state: State, side: str, kind: str, rule: str) -> Ask:
    battle = of(state)
    attacks = side == battle.attacker
    target = called(setup, battle.target)
    prompt = (
        text("Combat Commands for the attack on {hex}?", hex=target)
        if attacks
        else text("Combat Commands for the defence of {hex}?", hex=target)
    )
    return Ask(
        setup.seat_of(side),
        kind,
        prompt,
        (rule, "9.2"),
        Listed([(n, _weighed(setup, state, side, n)) for n in left(setup, state, side)]),
        resting=True,
        interrupt=not attacks,
        where=(battle.target,),
        odds="support_odds",
        reaction=None
        if attacks
        else Reaction(text("Combat Commands for the defence"), declining=0),
    )


def _weighed(setup: Setup, state: State, side: str, committed: int) -> Text:
    """[10.2.test] [10.6] Name a number of CC with the chance that it gives to each test it counts in."""
    battle = of(state)
    many = counted("{n} Combat Command", "{n} Combat Commands", n=committed)
    if side == battle.attacker:
        test, _ = ahead(setup, state, battle, committed)
        return text("{many}: {chance} that it goes ahead", many=many, chance=percent(test))
    if is_helpless(setup, state, battle):
        return text("{many}: {nothing}", many=many, nothing=NOTHING) if committed else many
    tests = {comes(setup, state, side, at, committed) for at in _candidates(setup, state, side)}
    chances = all_of(text("{chance}", chance=percent(test)) for test in sorted(tests))
    return text("{many}: {chances} that support comes", many=many, chances=chances)


def after_test(table: Board) -> str | None:
    """[10.2.abort] [10.2.fail] [11.19] The combat ends where the attack does not go ahead; Commanders alone do not fight."""
    battle = of(table.state)
    if battle.result != trials.AHEAD:
        return "end"
    return None if battle.defenders else "fate"


# -- withdrawal and support (11.1, 10.3-10.6) ------------------------------------------------------


def withdraw_step(table: Board) -> Procedure[None] | None:
    """[11.1.withdraw] Cavalry alone may retreat before an attack without cavalry."""
    battle, setup = of(table.state), table.setup
    rides = any(setup.units[uid].is_cavalry for uid in battle.units)
    if rides or not all(setup.units[uid].is_cavalry for uid in battle.defenders):
        return None
    if not aftermath.retreats(setup, table.state):
        return None
    return _withdraw(table)


def _withdraw(table: Board) -> Procedure[None]:
    prompt = text("The cavalry may withdraw before combat. Where to?")
    ask = aftermath.ask_retreat(
        table.setup, table.state, "withdraw", prompt, ("11.1.withdraw", "11.11"), may_stay=True
    )
    choice = yield ask
    if choice != PASS:
        aftermath.retreat(table, word_of(choice), "11.1.withdraw")
        put(table, result="withdrew")


def after_withdrawal(table: Board) -> str | None:
    """[11.1.withdraw] Where the cavalry has gone there is no combat; the attackers may advance."""
    return "advance" if of(table.state).result == "withdrew" else None


NOTHING = text("it would add nothing, for all defenders are disrupted")


class Calls(Subset):
    """[10.3] [10.5] Some of the stacks beside the target; the others are refused with their reason."""

    def __init__(self, setup: Setup, state: State, side: str) -> None:
        battle = of(state)
        self.setup, self.state, self.side = setup, state, side
        self.attacks = side == battle.attacker
        super().__init__(_candidates(setup, state, side), called=self._stack)

    def _stack(self, at: str) -> Text:
        """[10.4] [10.6] [11.18] Name a stack with the chance that it comes, and what it adds."""
        setup, state, battle = self.setup, self.state, of(self.state)
        if not self.attacks and is_helpless(setup, state, battle):
            stack = called_stack(setup, at, units_at(setup, state, self.side, at))
            return text("{stack}: {nothing}", stack=stack, nothing=NOTHING)
        worth = attack_support if self.attacks else defence_support
        committed = battle.committed if self.attacks else battle.guarded
        return text(
            "{stack}: {chance} comes, {adds}",
            stack=called_stack(setup, at, units_at(setup, state, self.side, at)),
            chance=percent(comes(setup, state, self.side, at, committed)),
            adds=f"{total(worth(setup, state, battle, at)):+d}",
        )

    def why_not(self, choice: Choice) -> Refusal | None:
        chosen = choice.get("subset") if isinstance(choice, dict) else None
        if not isinstance(chosen, list):
            return NOT_LISTED
        rule = "10.3" if self.attacks else "10.5"
        for hex_id in chosen:
            if hex_id in self.items or not isinstance(hex_id, str):
                continue
            if hex_id not in self.setup.map.grid.adjacent(of(self.state).target):
                words = text("Only stacks adjacent to the hex that is attacked may be called on.")
                return Refusal(rule, words, (hex_id,))
            if units_at(self.setup, self.state, self.side, hex_id):
                why = why_no_support(
                    self.setup, self.state, self.side, hex_id, attacks=self.attacks
                )
                words = text("The units of the attacking hex do not support themselves.")
                return why or Refusal(rule, words, (hex_id,))
        return super().why_not(choice)

    def refused(self) -> Iterator[tuple[Choice, Refusal]]:
        for hex_id in self.setup.map.grid.adjacent(of(self.state).target):
            if hex_id not in self.items and units_at(self.setup, self.state, self.side, hex_id):
                why = self.why_not({"subset": [hex_id]})
                if why is not None:
                    yield {"subset": [hex_id]}, why

    def label(self, choice: Choice) -> Text:
        chosen = words_of(choice, "subset") if isinstance(choice, dict) else []
        if not chosen:
            return text("Call on nobody")
        return text("Call on {hexes}", hexes=all_of(called(self.setup, one) for one in chosen))


def _candidates(setup: Setup, state: State, side: str) -> tuple[str, ...]:
    battle = of(state)
    start = battle.start if side == battle.attacker else ""
    return supporters(setup, state, side, battle.target, start)


def _ask_calls(setup: Setup, state: State, side: str) -> Ask:
    battle = of(state)
    attacks = side == battle.attacker
    target = called(setup, battle.target)
    return Ask(
        setup.seat_of(side),
        "call_support",
        text("Which stacks support the attack on {hex}?", hex=target)
        if attacks
        else text("Which stacks support the defence of {hex}?", hex=target),
        ("10.3", "10.4") if attacks else ("10.5", "10.6"),
        Calls(setup, state, side),
        form="subset",
        resting=True,
        interrupt=not attacks,
        where=(battle.target,),
        odds="support_odds",
        reaction=None
        if attacks
        else Reaction(text("support of the defence"), declining={"subset": []}),
    )


def support_step(table: Board) -> Procedure[None]:
    """[10.3] [10.4] The attacker calls on stacks, and each is tested."""
    battle, setup = of(table.state), table.setup
    side = battle.attacker
    if not _candidates(setup, table.state, side):
        return
    chosen = words_of((yield _ask_calls(setup, table.state, side)), "subset")
    come = [
        hex_id
        for hex_id in chosen
        if trials.support_test(table, side, hex_id, battle.committed, attacks=True)
    ]
    put(table, support=tuple(come))


def guard_step(table: Board) -> Procedure[None]:
    """[10.6] [9.2] The defender commits CC for the support of his stack, where any may be called on."""
    setup = table.setup
    side = enemy_of(of(table.state).attacker)
    if not _candidates(setup, table.state, side) or not table.state.cc[side]:
        return
    committed = number_of((yield _ask_cc(setup, table.state, side, "commit_defence", "10.6")))
    spend(table, side, committed)
    put(table, guarded=committed)


def defence_step(table: Board) -> Procedure[None]:
    """[10.5] [10.6] The defender calls on stacks, and each is tested."""
    setup = table.setup
    side = enemy_of(of(table.state).attacker)
    if not _candidates(setup, table.state, side):
        return
    chosen = words_of((yield _ask_calls(setup, table.state, side)), "subset")
    guarded = of(table.state).guarded
    come = [
        hex_id
        for hex_id in chosen
        if trials.support_test(table, side, hex_id, guarded, attacks=False)
    ]
    put(table, defence=tuple(come))


# -- the values (11.2-11.9) ------------------------------------------------------------------------


def values_step(table: Board) -> None:
    """[11.2.order] [11.5.fav] [11.7.fdv] [11.8] [11.9] [11.14] Both sides roll; what counts for each is added."""
    setup, state = table.setup, table.state
    battle = of(state)
    helpless = is_helpless(setup, state, battle)
    names = all_of([called(setup, battle.start), called(setup, battle.target)])
    words = text("Combat: {hexes}.", hexes=names)
    table.log("phase", words, *_ground_rules(setup, state), where=(battle.start, battle.target))
    fav = _value(table, battle.attacker, "11.5.fav", all_attack(setup, state, battle))
    if helpless:
        words = text("All defenders are disrupted: nothing is added to the die.")
        table.log("note", words, "11.18", where=(battle.target,))
    defender = enemy_of(battle.attacker)
    fdv = _value(table, defender, "11.7.fdv", all_defence(setup, state, battle))
    put(table, fav=fav, fdv=fdv)
    if not helpless:
        use_up(table, "stand", defender)
    if setup.map.is_river(battle.start, battle.target):
        use_up(table, "river_attack", battle.attacker)
    _reckon_hits(table, fav - fdv, helpless=helpless)
    _mark(table)


def _ground_rules(setup: Setup, state: State) -> Iterator[str]:
    """[11.2.order] [2.2.fort] [2.2.river] [16.4.1] Give the rules that have a part in this combat."""
    battle = of(state)
    yield from ("11.1.combat", "11.2.order")
    if setup.map.is_river(battle.start, battle.target):
        yield from ("2.2.river", "2.2.bridge")
    city = setup.map.cities.get(battle.target)
    if city is not None and city.fortified:
        yield "2.2.fort"
    if setup.option("abilities"):
        yield "16.4.0"
    sides = ((battle.attacker, battle.start), (enemy_of(battle.attacker), battle.target))
    if any(rivals(setup, state, leading(setup, state, side, at)) for side, at in sides):
        yield "16.4.1"


def _value(table: Board, side: str, rule: str, found: tuple[Modifier, ...]) -> int:
    battle = of(table.state)
    says = text("Final Attack Value") if rule == "11.5.fav" else text("Final Defence Value")
    roll = table.roll(
        seat=table.setup.seat_of(side),
        rule=rule,
        purpose="attack_value" if rule == "11.5.fav" else "defence_value",
        subject=battle.target,
        sides=number("die"),
        first=1,
        says=says,
        modifiers=found,
    )
    return roll.total


def _reckon_hits(table: Board, difference: int, *, helpless: bool) -> None:
    """[11.9] [11.14] [11.15] [11.18] Work out the hits of both sides from the values before anybody takes one."""
    setup, state = table.setup, table.state
    battle = of(state)
    side, enemy = battle.attacker, enemy_of(battle.attacker)
    if not difference:
        words = text("A tie: one attacking unit takes a hit.")
        log_at(table, "result", words, battle.target, "11.9", "11.8", side=side)
        put(table, hits={side: 1}, result="tie")
        return
    power = {
        side: strength(setup, state, side, battle.units, battle.support),
        enemy: 0 if helpless else strength(setup, state, enemy, battle.defenders, battle.defence),
    }
    winner = side if difference > 0 else enemy
    loser = enemy_of(winner)
    words = text("{side} win by {n}.", side=NAMES[winner], n=abs(difference))
    log_at(table, "result", words, battle.target, "11.8", side=winner)
    found = {loser: min(abs(difference), power[winner])}
    words = counted("{n} hit on the loser", "{n} hits on the loser", n=found[loser])
    log_at(table, "result", words, battle.target, "11.14", side=loser)
    found[winner] = 0
    if power[loser]:
        found[winner] = hits.roll_winner_hits(table, loser, abs(difference), power[loser])
    put(table, hits=found, result=winner)


def _mark(table: Board) -> None:
    """[11.2.took-part] Whoever attacked, defended or supported has taken part in a battle."""
    setup, battle = table.setup, of(table.state)
    sides = ((battle.attacker, battle.support), (enemy_of(battle.attacker), battle.defence))
    helpers = [
        unit.id
        for side, hexes in sides
        for hex_id in hexes
        for unit in units_at(setup, table.state, side, hex_id)
    ]
    for uid in (*battle.units, *battle.defenders, *helpers):
        change(table, uid, battles=table.state.units[uid].battles + 1)
    words = text("All who took part have fought a battle this turn.")
    table.log("note", words, "11.2.took-part", where=(battle.target,))


# -- hits (11.9, 11.14-11.17) ----------------------------------------------------------------------


def loser_step(table: Board) -> Procedure[None]:
    """[11.14] [11.9] The loser gives out his hits; on a tie the attacker gives out his one."""
    battle = of(table.state)
    side = loser_of(battle) or battle.attacker
    yield from hits.give_hits(table, side)
    yield from hits.odd_hits(table, side)


def winner_step(table: Board) -> Procedure[None]:
    """[11.15] The winner gives out his hits."""
    battle = of(table.state)
    if loser := loser_of(battle):
        yield from hits.give_hits(table, enemy_of(loser))
        yield from hits.odd_hits(table, enemy_of(loser))


# -- retreat, pursuit, advance (11.10-11.13, 11.16, 11.19) -----------------------------------------


def retreat_step(table: Board) -> Procedure[None]:
    """[11.10] [11.12.a] [11.12.b] The defenders retreat, as they must or as they like."""
    setup, state = table.setup, table.state
    battle = of(state)
    side = enemy_of(battle.attacker)
    here = units_at(setup, state, side, battle.target)
    if battle.result == "tie" or not here:
        return
    difference = battle.fav - battle.fdv
    forced = difference >= number("must_retreat")
    if not aftermath.retreats(setup, state):
        if forced:
            _cut_down(table, [unit.id for unit in here])
        return
    rule = "11.12.a" if forced else "11.12.b" if difference > 0 else "11.10"
    prompt = text("Where does the stack retreat to?") if forced else text("Retreat, or stay?")
    ask = aftermath.ask_retreat(
        setup, state, "retreat", prompt, (rule, "11.11"), may_stay=not forced
    )
    choice = yield ask
    if choice == PASS:
        return
    aftermath.retreat(table, word_of(choice), rule)
    put(table, fled=word_of(choice))


def _cut_down(table: Board, uids: list[str]) -> None:
    """[11.12.a] Who must retreat and cannot is eliminated."""
    for uid in uids:
        eliminate(table, uid, "11.12.a", "11.11")
    put(table, lost=(*of(table.state).lost, *uids))


def pursuit_step(table: Board) -> Procedure[None] | None:
    """[11.16] Cavalry rides after those who have retreated."""
    fled = of(table.state).fled
    return aftermath.pursue(table, fled) if fled else None


def fate_step(table: Board) -> Procedure[None]:
    """[11.19] Commanders whose units are all lost, or who were attacked by themselves, meet their fate."""
    setup = table.setup
    battle = of(table.state)
    enemy = enemy_of(battle.attacker)
    places = [(enemy, battle.target), (battle.attacker, battle.start)]
    if battle.fled:
        places.append((enemy, battle.fled))
    places += [(battle.attacker, hex_id) for hex_id in battle.support]
    places += [(enemy, hex_id) for hex_id in battle.defence]
    for side, hex_id in places:
        alone = not units_at(setup, table.state, side, hex_id)
        chiefs = tuple(c.id for c in commanders_at(setup, table.state, side, hex_id))
        if alone and chiefs:
            yield from fate(table, chiefs, "11.19")


def advance_step(table: Board) -> Procedure[None] | None:
    """[11.12.a] [11.12.b] [11.13] [11.1.withdraw] The attackers may advance into a hex that is empty."""
    battle = of(table.state)
    if units_at(table.setup, table.state, enemy_of(battle.attacker), battle.target):
        return None
    if battle.result == "withdrew":
        return aftermath.advance(table, horse_only=False, rule="11.1.withdraw")
    if not battle.fled:
        return aftermath.advance(table, horse_only=False, rule="11.13")
    difference = battle.fav - battle.fdv
    if difference <= 0:
        return None
    small = difference < number("must_retreat")
    rule = "11.12.b" if small else "11.12.a"
    return aftermath.advance(table, horse_only=small, rule=rule)


# -- the end (14.7.decisive, 10.7) -----------------------------------------------------------------


def end_step(table: Board) -> None:
    """[10.7] [14.7.decisive] The attack is over: the victory is counted, and the other side may attack."""
    battle, state = of(table.state), table.state
    if loser := loser_of(battle):
        _count_victory(table, enemy_of(loser), loser)
    done = state.done
    if battle.result == trials.FAILED and battle.attacker not in done:
        done = (*done, battle.attacker)
    table.update(deciding=enemy_of(battle.attacker), done=done, battle=None)


def _count_victory(table: Board, winner: str, loser: str) -> None:
    """[14.7.decisive] [14.7.b] [9.3.decisive] A loser with three losses more has lost a Decisive Victory."""
    setup, state = table.setup, table.state
    more = lost_by(setup, state, loser) - lost_by(setup, state, winner)
    if more < number("decisive_by"):
        return
    points = state.decisive + (1 if winner == "russian" else -1)
    points = min(number("decisive_most"), max(0, points))
    victories = {**state.victories, winner: state.victories.get(winner, 0) + 1}
    table.update(decisive=points, victories=victories)
    words = text("A Decisive Victory: {side}.", side=NAMES[winner])
    log_at(table, "result", words, of(state).target, "14.7.decisive", "14.7.b", side=winner)


FIGHT: Turn[Board] = Turn(
    text("Combat"),
    Step("commit", text("Combat: the attack test"), "10.2.test", commit_step, then=after_test),
    Step(
        "withdraw",
        text("Combat: cavalry withdraws"),
        "11.1.withdraw",
        withdraw_step,
        then=after_withdrawal,
    ),
    Step("support", text("Combat: support of the attack"), "10.3", support_step, cites=("10.4",)),
    Step("guard", text("Combat: Combat Commands of the defence"), "10.6", guard_step),
    Step("defence", text("Combat: support of the defence"), "10.5", defence_step),
    Step("values", text("Combat: the values"), "11.2.order", values_step),
    Step("loser", text("Combat: hits on the loser"), "11.14", loser_step, cites=("11.17.apply",)),
    Step("winner", text("Combat: hits on the winner"), "11.15", winner_step),
    Step("retreat", text("Combat: retreat"), "11.11", retreat_step),
    Step("pursuit", text("Combat: pursuit"), "11.16", pursuit_step),
    Step("fate", text("Combat: the fate of Commanders"), "11.19", fate_step),
    Step("advance", text("Combat: advance"), "11.12.a", advance_step),
    Step("end", text("Combat: its end"), "14.7.decisive", end_step),
    field="battle.step",
)
