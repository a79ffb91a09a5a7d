//! Sends an interrupt to a process, as if Ctrl-C were pressed.

use std::process::{Child, Command};

/// Starts a process that [`interrupt`] can reach.
#[cfg(unix)]
pub(crate) fn spawn(command: &mut Command) -> Child {
    command.spawn().unwrap()
}

#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Starts a process that [`interrupt`] can reach: one with a process group and a console. This process may
/// have no console, for example if an editor has started it.
#[cfg(windows)]
#[allow(unsafe_code, reason = "the standard library has no function for consoles")]
pub(crate) fn spawn(command: &mut Command) -> Child {
    use std::os::windows::process::CommandExt;
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    // SAFETY: the function has no arguments. It fails if there is a console.
    unsafe { AllocConsole() };
    command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn().unwrap()
}

/// Sends Ctrl-Break, because Ctrl-C cannot be sent to a single process group.
#[cfg(windows)]
#[allow(unsafe_code, reason = "the standard library has no function for consoles")]
pub(crate) fn interrupt(child: &Child) {
    const CTRL_BREAK_EVENT: u32 = 1;
    // SAFETY: the function takes two numbers.
    let sent = unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, child.id()) };
    assert_ne!(sent, 0, "{}", std::io::Error::last_os_error());
}

#[cfg(windows)]
#[link(name = "kernel32")]
#[allow(unsafe_code, reason = "the standard library has no function for consoles")]
unsafe extern "system" {
    fn AllocConsole() -> i32;
    fn GenerateConsoleCtrlEvent(event: u32, group: u32) -> i32;
}
