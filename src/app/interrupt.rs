//! Ctrl-C, and the system's request to end: long work stops and says what it has.

use std::future::Future;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The program was asked to end before its work was done; the exit code says by which signal, as
/// shells do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted(u8);

impl Interrupted {
    const CTRL_C: Interrupted = Interrupted(2);
    #[cfg(unix)]
    const TERMINATE: Interrupted = Interrupted(15);

    /// 128 and the number of the signal.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        128 + self.0
    }
}

/// Ready at Ctrl-C, or when the system asks the program to end. If the signals cannot be caught, they
/// end the program as they always do.
///
/// # Panics
/// Outside a tokio runtime.
pub fn interrupted() -> impl Future<Output = Interrupted> {
    #[cfg(unix)]
    let signals = {
        use tokio::signal::unix::{SignalKind, signal};
        // Caught from here on, and not only when somebody waits.
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    };
    async move {
        #[cfg(unix)]
        if let (Ok(mut interrupt), Ok(mut terminate)) = signals {
            return tokio::select! {
                _ = interrupt.recv() => Interrupted::CTRL_C,
                _ = terminate.recv() => Interrupted::TERMINATE,
            };
        }
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Interrupted::CTRL_C
    }
}

/// A flag for work that polls.
#[derive(Debug, Default)]
pub struct Flag {
    set: AtomicBool,
    by: OnceLock<Interrupted>,
}

static FLAG: Flag = Flag { set: AtomicBool::new(false), by: OnceLock::new() };

impl Flag {
    /// The flag of the program: from now on signals set it and do no more.
    ///
    /// # Errors
    /// The system gives no thread to wait in, or no means to wait.
    pub fn listen() -> io::Result<&'static Flag> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let signal = {
            let _inside = runtime.enter();
            interrupted()
        };
        std::thread::Builder::new().name("signals".into()).spawn(move || {
            // It is set once and stays.
            let _ = FLAG.by.set(runtime.block_on(signal));
            FLAG.set.store(true, Ordering::Release);
        })?;
        Ok(&FLAG)
    }

    /// The flag itself, to be polled.
    #[must_use]
    pub const fn stop(&self) -> &AtomicBool {
        &self.set
    }

    /// Refuses to go on once a signal has come.
    ///
    /// # Errors
    /// [`Interrupted`], by which signal.
    pub fn check(&self) -> Result<(), Interrupted> {
        if !self.set.load(Ordering::Acquire) {
            return Ok(());
        }
        Err(self.by.get().copied().unwrap_or(Interrupted::CTRL_C))
    }
}
