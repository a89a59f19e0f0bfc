"""Which orders do no harm, whoever gave them: they tell something, or change how it is told."""

from __future__ import annotations

from pbem.orders.model import Key, Order, Request, Setting, Talk, Wish

_TELLS = frozenset({
    *(Wish.HELP, Wish.STATUS, Wish.HAND, Wish.LOG, Wish.PROOF, Wish.STANDINGS, Wish.SETTINGS),
    *(Wish.TEST, Wish.FATES, Wish.CHART, Wish.GAMES),
})  # fmt: skip


def harmless(order: Order) -> bool:
    """Whether an order may be carried out without the code of a question (EMAIL.md 2.2).

    A card, a bid, an undo or another address may not; what is told goes to the registered address.
    """
    match order:
        case Request(wish=wish):
            return wish in _TELLS
        case Setting(key=key):
            return key is not Key.ADDRESS
        case _:
            return isinstance(order, Talk)
