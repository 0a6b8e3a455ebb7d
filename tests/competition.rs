//! What the competition and packagers take: tool-info module, benchmark definitions, the installed tree.

mod common;

use common::{program, root};
use std::{fs, process::Command};

/// The checks of the competition's `audit_templates.py`: limits, and the verdict that each task of the model track expects.
#[test]
fn benchmark_definitions_pass_the_audit() {
    for (file, is_model) in [("alphorn.xml.template", false), ("alphorn-model.xml.template", true)] {
        let text = fs::read_to_string(root().join("scripts/competition").join(file)).unwrap();
        assert!(text.contains("timelimit=\"30 min\" hardtimelimit=\"30 min\" memlimit=\"30 GB\" cpuCores=\"8\""));
        let count = |part: &str| text.matches(part).count();
        assert_eq!((count("<tasks name="), count("</tasks>"), count("<includesfile>")), (9, 9, 9));
        assert_eq!(count("<propertyfile expectedverdict=\"true\">"), if is_model { 9 } else { 0 });
        assert_eq!(count("<option name=\"--evidence\" />"), usize::from(is_model));
    }
}

/// The module with a stand-in for BenchExec's classes, as far as it uses them.
#[test]
fn the_tool_info_module_finds_binary_and_version() {
    let Some(python) = program("python3") else { return };
    let script = format!(
        r#"
import importlib.util, subprocess, sys, types
class ChcTool:
    def _version_from_tool(self, executable, line_prefix):
        out = subprocess.run([executable, "--version"], capture_output=True, text=True).stdout.splitlines()
        assert len(out) == 1 and out[0].startswith(line_prefix), out
        return out[0][len(line_prefix):].strip()
chc = types.ModuleType("benchexec.tools.chc"); chc.ChcTool = ChcTool
tools = types.ModuleType("benchexec.tools"); tools.chc = chc
benchexec = types.ModuleType("benchexec"); benchexec.tools = tools
sys.modules.update({{"benchexec": benchexec, "benchexec.tools": tools, "benchexec.tools.chc": chc}})
spec = importlib.util.spec_from_file_location("alphorn", "scripts/competition/alphorn.py")
module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)
class Locator:
    def find_executable(self, name, subdir=""):
        assert (name, subdir) == ("alphorn", "bin")
        return {:?}
tool = module.Tool()
print(tool.name(), tool.version(tool.executable(Locator())))
"#,
        env!("CARGO_BIN_EXE_alphorn")
    );
    let output = Command::new(python).args(["-c", &script]).current_dir(root()).output().unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(said, format!("Alphorn {}\n", env!("CARGO_PKG_VERSION")));
}

/// The installed tree works after it was moved, without any variable set, and under the names of other solvers.
#[test]
fn an_installed_tree_can_be_moved() {
    let folder = tempfile::tempdir().unwrap();
    let (first, moved) = (folder.path().join("first"), folder.path().join("moved"));
    let output = Command::new(root().join("scripts/install"))
        .arg("--links")
        .arg(&first)
        .env("ALPHORN_BINARY", env!("CARGO_BIN_EXE_alphorn"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::rename(&first, &moved).unwrap();
    let script = folder.path().join("a.smt2");
    fs::write(&script, "(set-logic HORN)(declare-fun p () Bool)(assert p)(assert (not p))(check-sat)").unwrap();
    for (name, expected) in
        [("alphorn", "unsat\n"), ("z3-horn", "unsat\n"), ("eld", "unsat\n"), ("golem", "unsat\n"), ("hoice", "unsat\n")]
    {
        let run = Command::new(moved.join("bin").join(name)).arg(&script).env_clear().output().unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stdout), expected, "{name}");
    }
    let library = fs::read_dir(moved.join("lib")).unwrap().count();
    assert!(library > 0);
    let manual = fs::read_to_string(moved.join("share/man/man1/alphorn.1")).unwrap();
    assert!(manual.contains(".TH alphorn 1") && manual.contains("certify"), "{manual}");
    // Each subcommand that the page names has a page.
    for (page, option) in [("certify", "question"), ("verify", "with"), ("explain", "html"), ("cover", "tests")] {
        let text = fs::read_to_string(moved.join(format!("share/man/man1/alphorn-{page}.1"))).unwrap();
        assert!(text.contains(&format!("\\-\\-{option}")), "{text}");
    }
    for shell in
        ["bash-completion/completions/alphorn", "zsh/site-functions/_alphorn", "fish/vendor_completions.d/alphorn.fish"]
    {
        let text = fs::read_to_string(moved.join("share").join(shell)).unwrap();
        assert!(text.contains("alphorn") && text.contains("proof-format"), "{shell}");
    }
}
