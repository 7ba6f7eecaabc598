"""What pyproject.toml cannot say: the version, the extension module, and the library that is built along with it."""
import atexit
import os
import shutil
import sys
import tempfile

from setuptools import setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # not of this one, which is in the source tree
import build_ardor  # noqa: E402

sys.dont_write_bytecode = writes


class BuildWithLibrary(build_ext):
    """Builds the library where it is to be a part of the package, and puts it beside the module, which looks there first
    ($ORIGIN)."""

    def run(self):
        library = None
        if build_ardor.where().bundled:
            library = build_ardor.build(os.path.join(self.build_temp, "library"))
            for extension in self.extensions:
                extension.library_dirs.append(os.path.dirname(library))
        super().run()
        if library:
            shutil.copy2(library, os.path.dirname(self.get_ext_fullpath("ardor._c")))


# Nothing is left in the source tree: what is built on the way goes with this process.
scratch = tempfile.mkdtemp(prefix="ardor-build-")
atexit.register(shutil.rmtree, scratch, ignore_errors=True)

setup(
    version=build_ardor.version(),
    license="BSD-3-Clause",
    packages=["ardor"],
    package_data={"ardor": ["py.typed"]},
    zip_safe=False,
    cffi_modules=["build_ardor.py:ffi"],
    cmdclass={"build_ext": BuildWithLibrary},
    options={"bdist_wheel": {"py_limited_api": "cp39"}, "build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
)
