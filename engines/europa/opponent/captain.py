"""The computer player: one answer for each kind of question the game asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.engines.core.data.text import text
from grognard.engines.core.play.arrangement import AUTO, DONE
from grognard.engines.core.show.asks import PASS, Ask, Choice
from grognard.engines.core.show.choices import fields_of, number_of, word_of, words_of
from grognard.engines.core.think.script import Answer, Scripted
from grognard.engines.europa.cards.deck import Record, deck
from grognard.engines.europa.combat import odds
from grognard.engines.europa.combat.values import defence_support, total
from grognard.engines.europa.movement.march import March
from grognard.engines.europa.opponent.ending import is_last, now_or_never
from grognard.engines.europa.opponent.judge import KEPT_BACK, NAPOLEON, Judge
from grognard.engines.europa.ranks.command import best_rating, rating
from grognard.engines.europa.state import WAITING
from grognard.engines.europa.supply.trains import dummy_of, train_of
from grognard.engines.europa.tables import number

SURE = 2
"""The die from which an attack test should do."""
WORTHWHILE = 0.15
"""What an attack has to promise."""
CORPS = 3
"""So many units are worth a Supply Train."""
REST = 2.0
"""What it is worth to rally a stack, besides each of its units."""
IDLE = 0.3
"""What a Commander has to gain who changes his place."""
HASTE = 0.3
"""Who has so little patience makes a march of a Depot: nobody is fed by it any more."""
SPLIT = 4
"""So many units may part."""
GRADES = {"conscript": 0, "line": 1, "veteran": 2}


def _plain(options: list[Choice]) -> Choice:
    """What needs no thought: finish what is free, take all of a list, decline what is not understood."""
    for word in (DONE, AUTO, PASS):
        if word in options:
            return word
    return max(
        options, key=lambda one: len(words_of(one, "subset")) if fields_of(one).get("subset") else 0
    )


def _places(options: list[Choice]) -> list[str]:
    return [one for one in options if isinstance(one, str) and one != PASS]


# -- supply ----------------------------------------------------------------------------------------


def first_depot(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """At the start: Depots until every stack is fed, each where it feeds most or comes nearest."""
    hungry = [at for at in judge.ours if at not in judge.fed]
    cities = [_city(one) for one in options if _city(one)]
    if not hungry or not cities:
        return DONE if DONE in options else PASS

    def gain(at: str) -> tuple[float, int]:
        return judge.wants_depot(at), -min(judge.gap(at, one) for one in hungry)

    best = max(cities, key=gain)
    return next(one for one in options if _city(one) == best)


def _city(choice: Choice) -> str:
    if isinstance(choice, dict):
        return word_of(choice, "at", "")
    return choice if isinstance(choice, str) and choice not in (PASS, DONE, AUTO) else ""


def train(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Trains for Depots that feed, then for rallies, then for marches that gain; what is over, and a dummy, with who can use it."""
    placed = Counter(one.at for one in judge.state.trains.values() if one.side == judge.side)
    pile = train_of(judge.side)
    genuine = _hexes_of(pile, options)
    if not genuine:
        pile = dummy_of(judge.side)
        hexes = _hexes_of(pile, options)
        best = max(hexes, key=lambda at: _spare_use(judge, at, placed[at]), default="")
        return {"piece": pile, "at": best} if best else PASS

    def need(at: str) -> float:
        wants = sorted(_needs(judge, at), reverse=True)
        return wants[placed[at]] if placed[at] < len(wants) else -1.0

    needs = {at: need(at) for at in genuine}
    best = max(needs, key=lambda at: (needs[at], *_spare_use(judge, at, placed[at])))
    return {"piece": pile, "at": best}


def _hexes_of(pile: str, options: list[Choice]) -> list[str]:
    """Return the hexes of the map where a counter of a pile may go."""
    found = (o for o in options if isinstance(o, dict) and word_of(o, "piece") == pile)
    return [at for one in found if (at := word_of(one, "at"))]


def _spare_use(judge: Judge, at: str, placed: int) -> tuple[bool, int, int]:
    """[7.3] Say where a train that nobody needs may still be of use: a stack that is led, with few trains, and large."""
    units = judge.ours.get(at, ())
    return bool(units and judge.chiefs(at)), -placed, len(units)


def _needs(judge: Judge, at: str) -> list[float]:
    """Return what each counter in a hex would be worth."""
    found = []
    depot = judge.wants_depot(at)
    if depot > 0 and judge.may_feed(at):
        found.append(10 + depot)
    units = judge.ours.get(at, [])
    bad = sum(unit.disrupted for unit in units)
    if units and judge.chiefs(at) and at in judge.fed:
        if bad:
            found.append(_rest(judge, at, len(units), bad))
        gain = best_march(judge, at, rallied=bad <= judge.rallies(at))[0]
        if judge.must_forage(at):
            gain = max(gain, len(units) / 2 * (1 + _prize(judge, at)))
        if gain > 0:
            found.append(gain)
    return found


def _prize(judge: Judge, at: str) -> float:
    """Return the points of a city that is held in a campaign, for which its garrison is to be fed."""
    return judge.setup.goals.get(at, 0) if judge.long else 0.0


def _rest(judge: Judge, at: str, units: int, bad: int) -> float:
    """Return what it is worth to rally a stack."""
    if not judge.long:
        return 5.0 + bad
    return (REST if units > 1 else REST / 3) + min(bad, judge.rallies(at))


def convert(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """A Depot that nobody needs any more becomes a train, where trains are few; in the end one that leads to a city."""
    if judge.long and judge.patience <= HASTE:
        gains = {at: best_march(judge, at)[0] for at in _places(options) if judge.chiefs(at)}
        best = max(gains, key=lambda at: gains[at], default=PASS)
        return best if best != PASS and gains[best] > 0 else PASS
    if judge.spare >= KEPT_BACK:
        return PASS
    spare = [at for at in _places(options) if at not in judge.goals and judge.superfluous(at)]
    return min(spare, key=judge.pull, default=PASS)


def depot(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """A Depot where it is wanted."""
    places = _places(options)
    best = max(places, key=judge.wants_depot, default=PASS)
    return best if best != PASS and judge.wants_depot(best) > 0 else PASS


def everything(_judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """As many as may be had."""
    return max(
        options, key=lambda one: len(words_of(one, "subset")) if isinstance(one, dict) else 0
    )


def first_place(_judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Whatever is not declining."""
    return next((one for one in options if one != PASS), PASS)


def good_troops(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The best troops rally first."""

    def worth(choice: Choice) -> float:
        uids = words_of(choice, "subset") if isinstance(choice, dict) else []
        return sum(
            3 + GRADES[judge.setup.units[uid].grade] for uid in uids if uid in judge.setup.units
        )

    return max(options, key=worth)


# -- marches ---------------------------------------------------------------------------------------


def parties(judge: Judge, at: str) -> list[tuple[str, ...]]:
    """Return who might march from a hex: all but a garrison, or where there is no room for all the better half."""
    uids = [u.id for u in judge.ours.get(at, []) if not u.moved and not u.pinned]
    stays = judge.garrison(at, uids) if uids else ""
    going = [uid for uid in uids if uid != stays]
    if not going:
        return []
    found = [tuple(going)]
    if len(going) >= SPLIT:
        # Every second one of each arm, so that neither half is without horse or guns.
        units = judge.setup.units
        best = sorted(going, key=lambda uid: (units[uid].arm, units[uid].space, uid))
        found.append(tuple(best[::2]))
    if not stays and len(going) > 1 and judge.long and judge.strange(at):
        held = judge.least(going)
        found.append(tuple(uid for uid in going if uid != held))
    return found


def marchers(judge: Judge, ask: Ask, _options: list[Choice]) -> Choice:
    """Who gains most by marching."""
    going = best_march(judge, ask.where[0])[2] or ask.subject
    return {"subset": [uid for uid in ask.subject if uid in going]}


def best_march(
    judge: Judge, at: str, *, rallied: bool = False
) -> tuple[float, list[str], tuple[str, ...]]:
    """Return what the best march from a hex gains, its way, who goes; of who is to rally first, as if he had."""
    units = [u for u in judge.ours.get(at, []) if not u.moved and not u.pinned]
    best: tuple[float, list[str], tuple[str, ...]] = (0.0, [], ())
    if not units or (not rallied and any(unit.disrupted for unit in judge.ours[at])):
        return best
    for uids in parties(judge, at):
        gain, way = _best_way(judge, at, uids)
        gain *= len(uids) / CORPS
        if gain > best[0]:
            best = gain, way, uids
        if gain > 0 and not judge.long:
            break
    return best


def _best_way(judge: Judge, at: str, uids: tuple[str, ...]) -> tuple[float, list[str]]:
    units = [judge.state.units[uid] for uid in uids]
    march = March(judge.setup, judge.parted(units[0].at), judge.side, uids)
    stay, leaders = judge.worth(at, units), judge.chiefs(at)
    best: tuple[float, list[str]] = (0.0, [])
    for end, steps in march.ways().items():
        gain = judge.worth(end, units) - stay - judge.march_cost(uids, steps, leaders)
        if gain > best[0]:
            best = (gain, list(steps))
    return best


def leaders(judge: Judge, ask: Ask, _options: list[Choice]) -> Choice:
    """All go, but for one who keeps the city, or who leads on those that are left."""
    at = ask.where[0]
    going = best_march(judge, at)[2]
    staying = [u for u in judge.ours.get(at, ()) if u.id not in going]
    kept = ""
    if judge.long and not staying:
        kept = judge.post(at) if judge.strange(at) and judge.holds(at) else ""
    elif judge.long and len(staying) > 1 and len(ask.subject) > 1:
        lead = [cid for cid in ask.subject if cid != NAPOLEON]
        kept = min(lead, key=lambda cid: (rating(judge.setup, judge.state, cid), cid))
    return {"subset": [cid for cid in ask.subject if cid != kept]}


def march(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The stack that gains most goes first."""
    gains = {at: best_march(judge, at)[0] for at in _places(options)}
    best = max(gains, key=lambda at: gains[at], default=PASS)
    return best if best != PASS and gains[best] > 0 else PASS


def route(judge: Judge, ask: Ask, _options: list[Choice]) -> Choice:
    """The way that gains most."""
    _, way = _best_way(judge, ask.where[0], ask.subject)
    return {"route": way} if way else PASS


def discard(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The train that is worth least."""
    return min(_places(options), key=lambda at: best_march(judge, at)[0])


# -- battles ---------------------------------------------------------------------------------------


def attack(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The attack that promises most, if it promises anything; at last whatever may still win a city that is wanted."""
    most: dict[tuple[str, str], Choice] = {}
    for one in options:
        if isinstance(one, dict):
            start = judge.state.units[words_of(one, "pieces")[0]].at
            key = (start, word_of(one, "at"))
            if key not in most or len(words_of(one, "pieces")) > len(words_of(most[key], "pieces")):
                most[key] = one
    if not most:
        return PASS

    def worth(choice: Choice) -> float:
        return judge.attack_worth(words_of(choice, "pieces"), word_of(choice, "at"))

    if last := [one for one in most.values() if now_or_never(judge, word_of(one, "at"))]:
        return max(last, key=worth)
    best = max(most.values(), key=worth)
    return best if worth(best) > WORTHWHILE else PASS


def commit(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """As many CC as help: every die but a 1 should do."""
    battle = judge.state.battle
    if battle is None:
        return options[0]
    best = best_rating(judge.setup, judge.state, judge.side, battle.start)
    return min(max(number_of(one) for one in options), max(0, number("test") - SURE - best))


def commit_defence(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """As many CC as the best of the stacks that could come needs."""
    battle = judge.state.battle
    if battle is None:
        return options[0]
    hexes = odds.calls(judge.setup, judge.state, battle, judge.side)
    best = max((best_rating(judge.setup, judge.state, judge.side, at) for at in hexes), default=0)
    return min(max(number_of(one) for one in options), max(0, number("test") - 3 - best))


def call_support(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Every stack that helps."""
    battle = judge.state.battle
    if battle is None:
        return options[0]
    hexes = judge.helpers(battle)
    if judge.side != battle.attacker:
        hexes = [
            at
            for at in odds.calls(judge.setup, judge.state, battle, judge.side)
            if total(defence_support(judge.setup, judge.state, battle, at)) > 0
        ]
    return next(
        (
            one
            for one in options
            if isinstance(one, dict) and set(words_of(one, "subset")) == set(hexes)
        ),
        options[0],
    )


def hit(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """Units in good order before disrupted ones, the poorer troops first, cavalry and guns last."""

    def loss(uid: str) -> tuple[bool, bool, int]:
        card = judge.setup.units[uid]
        return judge.state.units[uid].disrupted, card.arm != "infantry", GRADES[card.grade]

    return min(_places(options), key=loss)


def withdraw(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Cavalry goes out of the way of what is stronger."""
    battle = judge.state.battle
    places = _places(options)
    if battle is None or not places:
        return PASS
    mine = judge.power(judge.ours.get(battle.target, []))
    theirs = judge.power([judge.state.units[uid] for uid in battle.units])
    return _best_place(judge, ask, places) if theirs > mine or PASS not in options else PASS


def retreat(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Away where few are left in good order, else stay."""
    battle = judge.state.battle
    places = _places(options)
    if battle is None or not places:
        return PASS
    units = judge.ours.get(battle.target, [])
    good = sum(not unit.disrupted for unit in units)
    if PASS in options and good * 2 > len(units) and battle.target in judge.fed:
        return PASS
    return _best_place(judge, ask, places)


def _best_place(judge: Judge, _ask: Ask, places: list[str]) -> str:
    battle = judge.state.battle
    units = judge.ours.get(battle.target, []) if battle else []
    return max(places, key=lambda at: judge.worth(at, units))


def advance(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """Forward where they are fed or a city is won; a garrison stays where one is needed."""
    battle = judge.state.battle
    if battle is None:
        return PASS
    goal = battle.target in judge.goals and (battle.target in judge.chain or is_last(judge))
    if not (goal or battle.target in judge.fed):
        return PASS
    stays = judge.garrison(battle.start, [unit.id for unit in judge.ours.get(battle.start, [])])
    fitting: list[Choice] = [
        one for one in options if isinstance(one, dict) and stays not in words_of(one, "subset")
    ]
    return everything(judge, ask, list(fitting)) if fitting else PASS


def commander(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """A Commander goes where he is worth most more than where he is: to who has none, to the front, the best first."""
    best: tuple[float, Choice] = (IDLE, PASS)
    for one in options:
        if not isinstance(one, dict):
            continue
        cid, at = word_of(one, "piece"), word_of(one, "at")
        start = judge.state.commanders[cid].at
        gain = judge.lead_worth(at, cid) - judge.lead_worth(start, cid)
        if gain > best[0]:
            best = (gain, one)
    return best[1]


def escape(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """[11.19] A Commander whose stack is lost gets away to whom he is worth most."""
    cid = ask.subject[0]
    return max(_places(options), key=lambda at: judge.lead_worth(at, cid))


def least(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """What has to go is the least of what there is."""

    def worth(choice: Choice) -> float:
        uids = words_of(choice, "subset") if isinstance(choice, dict) else [str(choice)]
        cards = [judge.setup.units[uid] for uid in uids if uid in judge.setup.units]
        return sum(GRADES[card.grade] + (card.arm != "infantry") for card in cards)

    return min(options, key=worth)


def most(judge: Judge, ask: Ask, options: list[Choice]) -> Choice:
    """What the enemy has to lose is the best of what he has."""

    def worth(choice: Choice) -> float:
        uids = words_of(choice, "subset") if isinstance(choice, dict) else [str(choice)]
        return sum(GRADES[judge.setup.units[uid].grade] for uid in uids if uid in judge.setup.units)

    del ask
    return max(options, key=worth)


PRIZES = {"commands": 3.0, "trains": 1.5, "raise": 4.0, "restore": 3.0, "hit": 4.0, "desert": 4.0}
"""What the deeds of cards are worth in themselves, those told by a number for each of it."""
SMALL = 1.0


def event(judge: Judge, _ask: Ask, options: list[Choice]) -> Choice:
    """The card that does most now; a card that does nothing for us stays in the hand."""

    def worth(choice: Choice) -> float:
        said = deck()[str(choice)].instruction(judge.side)
        return sum(deed_worth(judge, deed) for deed in said.does) if said else -1.0

    return max(options, key=worth)


def deed_worth(judge: Judge, deed: Record) -> float:
    """Return what one deed of a card is worth to us: what befalls the enemy is worth as much."""
    prize = PRIZES.get(deed["do"], SMALL)
    if deed["do"] in ("commands", "trains"):
        return prize * int(deed["by"]) * (1 if deed["side"] == judge.side else -1)
    if deed["do"] == "raise":
        unit = judge.state.units.get(deed["piece"])
        return prize if unit is not None and unit.at == WAITING else 0.0
    if deed["do"] in ("hit", "desert"):
        return prize if judge.side == "russian" else -prize
    return prize


ANSWERS: Mapping[str, Answer[Judge]] = {
    "first_depot": first_depot,
    "train": train,
    "convert": convert,
    "depot": depot,
    "rally": first_place,
    "rally_units": good_troops,
    "rallied": good_troops,
    "remove_depots": everything,
    "march": march,
    "marchers": marchers,
    "leaders": leaders,
    "route": route,
    "discard": discard,
    "pin": first_place,
    "attrition_lost": least,
    "attrition_disrupted": least,
    "attack": attack,
    "commit": commit,
    "commit_defence": commit_defence,
    "call_support": call_support,
    "hit": hit,
    "pursued": least,
    "withdraw": withdraw,
    "retreat": retreat,
    "advance": advance,
    "commander": commander,
    "escape": escape,
    "event": event,
    "quarters": first_place,
    "source": first_place,
    "napoleon": first_place,
    "card_target": first_place,
    "desert": most,
    "waste": most,
    "winter_losses": least,
    "recover": first_place,
}


class Captain(Scripted[Judge]):
    """Keeps its army in supply, chains Depots, goes for the cities that count, fights where it is stronger.

    It looks at an imagined position, in which what it cannot know has been dealt anew.
    """

    called = text("captain")
    what = text(
        "Leads its army: keeps it in supply, chains Depots towards the cities that count, fights where it is stronger."
    )
    looks = Judge
    answers: ClassVar[Mapping[str, Answer[Any]]] = ANSWERS

    def plain(self, _ask: Ask, options: list[Choice]) -> Choice:
        """Return what needs no thought."""
        return _plain(options)
