//! An emulator for tests. Copy this file; it needs nothing but the standard library and the command `emulator`.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// One that these tests have started. It ends when it is dropped, or with this process.
pub struct LocalCloud {
    /// The endpoint for clients; they take any credentials and any region.
    pub url: String,
    process: Child,
}

impl LocalCloud {
    /// Starts the emulator of this project (`node_modules/.bin/emulator`), else the one of PATH.
    pub fn start() -> io::Result<Self> {
        let own = "node_modules/.bin/emulator";
        Self::start_by(Command::new(if Path::new(own).exists() { own } else { "emulator" }))
    }

    /// Starts it by another command.
    pub fn start_by(mut command: Command) -> io::Result<Self> {
        let mut process = command
            .args(["start", "--for-tests"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        let stdout = process.stdout.take().ok_or_else(|| io::Error::other("no stdout"))?;
        BufReader::new(stdout).read_line(&mut line)?;
        let url = line
            .split("\"url\":\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .ok_or_else(|| io::Error::other("the emulator did not start; it has said why on stderr"))?
            .to_owned();
        Ok(Self { url, process })
    }

    /// Removes all state.
    pub fn reset(&self) -> io::Result<()> {
        self.ask("POST", "/_emulator/state/reset", "").map(|_| ())
    }

    /// Moves the clock on: `90s`, `5m`, `7d`. Retries, delays and schedules on the way fall due in order.
    pub fn advance(&self, duration: &str) -> io::Result<()> {
        self.ask("POST", "/_emulator/clock", &format!("{{\"advance\":\"{duration}\"}}")).map(|_| ())
    }

    /// The last failures that nobody handled, each a line of JSON with its cause and the command that mends it.
    pub fn problems(&self) -> io::Result<Vec<String>> {
        let text = self.ask("GET", "/_emulator/problems?lines=20", "")?;
        Ok(text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> io::Result<String> {
        let host = self.url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(host)?;
        let length = body.len();
        // HTTP/1.0: the answer ends with the connection.
        write!(stream, "{method} {path} HTTP/1.0\r\nhost: {host}\r\ncontent-length: {length}\r\n\r\n{body}")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status: u16 = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        if (200..300).contains(&status) {
            Ok(text.to_owned())
        } else {
            Err(io::Error::other(format!("{method} {path}: {text}")))
        }
    }
}

impl Drop for LocalCloud {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}
