"""BenchExec's tool-info module for Alphorn: `tooldefs/alphorn.py` of the competition."""

import benchexec.tools.chc


class Tool(benchexec.tools.chc.ChcTool):
    """The last line of standard output that is exactly `sat` or `unsat` is the verdict; ChcTool reads it."""

    REQUIRED_PATHS = ["bin", "lib"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("alphorn", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="alphorn")

    def name(self):
        return "Alphorn"
