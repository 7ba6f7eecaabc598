"""What pyproject.toml cannot say: the version, the extension module, and the library that is built along with it."""
import os
import shutil
import sys

from setuptools import setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import build_ardor  # noqa: E402


class BuildWithLibrary(build_ext):
    """Puts the library beside the module where it was built for it; the module looks there first ($ORIGIN)."""

    def run(self):
        super().run()
        library = build_ardor.where().bundled
        if library:
            module = self.get_ext_fullpath("ardor._c")
            shutil.copy2(library, os.path.dirname(module))


setup(
    version=build_ardor.version(),
    cffi_modules=["build_ardor.py:ffi"],
    cmdclass={"build_ext": BuildWithLibrary},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
