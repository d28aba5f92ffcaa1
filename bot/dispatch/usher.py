"""Brings commands to their tables, and puts in words what a table answers to the one who asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.commands import Order
from bot.commands.refusal import Refusal
from bot.groups import Groups
from bot.groups.members import Members
from bot.ledger import Write
from bot.messages import Command, Message, Question, Reply
from bot.presenting import answers, table_messages
from bot.tables.manager import TableManager
from bot.tables.table import Answer
from bot.wording import Translator
from engine.fairness import WORD_BYTES


class Usher:
    """Between the dispatcher and the mailboxes of all tables."""

    def __init__(self, groups: Groups, members: Members, tables: TableManager) -> None:
        self._groups = groups
        self._members = members
        self._tables = tables

    async def carry_out(self, order: Order, command: Command, done: tuple[Write, ...]) -> Reply:
        """Let the table that is meant carry out a command, and return its answer.

        Args:
            order: the command, read.
            command: the command as it came.
            done: rows that become durable together with what it changes.

        Raises:
            engine.refusal.Refused: it cannot be carried out; nothing has changed.
        """
        if order.name == "shuffle" and not order.words:
            order = replace(order, words={"words": _number(command)})
        answer = await self._tables.ask(order, command.who, command.where, command.turn, done)
        return await self._answered(answer, order, command)

    async def _answered(self, answer: Answer, order: Order, command: Command) -> Reply:
        """Put a table's answer in words: a sentence, or the private look at the table that was asked for."""
        translate = self._translator(command)
        if answer.state is not None:
            group = self._groups.of(command.where.group)
            if order.name == "hint":
                hint = await asyncio.to_thread(table_messages.hint, answer.state, command.who.id, translate)
                return Reply(hint, secret=True)
            if order.name == "hand":
                draft = table_messages.private_hand(answer.state, command.who.id, translate)
            elif answer.state.hand is not None:
                draft = table_messages.hand_message(answer.state, answer.state.hand, group, (), translate)
            else:
                draft = table_messages.lobby(answer.state, group, (), translate)
            return Reply(await asyncio.to_thread(draft.finished), secret=order.name == "hand")
        if answer.note is None:
            return Reply(Message())
        return Reply(answers.sentence(translate(f"answer-{answer.note.key}", **answer.note.fields)))

    def question(self, command: Command) -> Question:
        """What to ask somebody who pressed a button that needs an amount or a choice.

        Raises:
            engine.refusal.Refused: nothing is to be asked at that table, or not of this person.
        """
        table = self._tables.meant(command.where, command.turn)
        options = table.options(command.who.id, command.turn.partition(":")[2])
        question = table_messages.question(
            table.state, command.who.id, command.text, options, self._translator(command)
        )
        if question is None:
            raise Refusal("stale-button")
        return question

    def _translator(self, command: Command) -> Translator:
        return self._members.translator(command.where.group, command.who.id)


def _number(command: Command) -> str:
    """The number that the platform gave a command: what a tap without a word mixes into the deal."""
    return command.key.rpartition(":")[2][-WORD_BYTES:]
