"""A mutant takes the place of the file in a process that has been forked for it."""

from __future__ import annotations

import functools
import gc
import importlib.abc
import importlib.machinery
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType


class OtherVariables(Exception):
    """A function that was made at the import cannot take code that closes over other variables."""


def caches(of_module: Callable[[str], bool]) -> list[functools._lru_cache_wrapper[object]]:
    """What caches results in imported modules.

    Args:
        of_module: whether those of a module are meant.
    """
    return [
        each
        for each in _objects()
        if isinstance(each, functools._lru_cache_wrapper) and of_module(str(each.__module__))
    ]


def _objects() -> list[object]:
    """Everything that there is, also what was frozen after the tests were collected: it would not be told otherwise."""
    gc.unfreeze()
    return gc.get_objects()


def module_name(file: str) -> str:
    """Under which name a file is imported.

    Args:
        file: its path from the root of the project.
    """
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Imported:
    """The functions of some imported files, and what has cached results: looked up once, then forked with."""

    def __init__(self, files: Collection[Path], packages: Collection[str]) -> None:
        """Look through everything there is.

        Args:
            files: as the import system names them.
            packages: whose functions may have cached results.
        """
        names = {str(file) for file in files}
        self._functions: defaultdict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
        for each in _objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename in names:
                self._functions[_key(each.__code__)].append(each)
        self._caches = caches(lambda module: module.split(".")[0] in packages)

    def take(self, code: CodeType) -> None:
        """Give all functions of a file the code that they have in a mutant of it, and forget what was cached.

        What ran when the file was imported has run.

        Raises:
            OtherVariables: this mutant has to be imported.
        """
        for inner in _codes(code):
            for function in self._functions.get(_key(inner), ()):
                try:
                    function.__code__ = inner
                except ValueError:
                    raise OtherVariables(inner.co_qualname) from None
        for cache in self._caches:
            cache.cache_clear()


def import_instead(code: CodeType, file: Path, module: str) -> None:
    """From now on the mutant is what is imported under the name of a module that nothing has imported yet."""
    assert module not in sys.modules, module
    sys.meta_path.insert(0, _Finder(code, file, module))


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, code: CodeType, file: Path, module: str) -> None:
        self.code, self.file, self.module = code, file, module

    def find_spec(
        self, fullname: str, path: object, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        loader = _Loader(fullname, str(self.file))
        loader.code = self.code
        spec = importlib.machinery.ModuleSpec(fullname, loader, origin=str(self.file))
        spec.has_location = True
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        return self.code


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _key(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno
