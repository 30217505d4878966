//! Reads frames from a stream.
use std::collections::HashMap;
use crate::codec::{Decoder, Frame as RawFrame};
mod buffer;
pub mod testing {
    pub fn sample() -> super::Frame { super::Frame::default() }
}

pub const MAX_FRAME: usize = 1 << 16;
static COUNTER: AtomicU64 = AtomicU64::new(0);
pub type Result<T> = std::result::Result<T, FrameError>;

#[derive(Debug, Clone)]
pub struct Frame {
    pub id: u32,
    payload: Bytes,
}

pub enum FrameError {
    TooLarge(usize),
    Io { source: io::Error },
}

pub trait Source: Send {
    type Item;
    const LIMIT: usize;
    fn next_frame(&mut self) -> Option<Self::Item>;
}

union Bits { int: u32, float: f32 }

impl<T: Read> Source for Reader<T> {
    type Item = Frame;
    const LIMIT: usize = MAX_FRAME;
    fn next_frame(&mut self) -> Option<Frame> {
        let head = self.read_head().ok()?;
        log::debug!("frame {}", head);
        Some(Frame { id: head, payload: Bytes::copy_from_slice(&self.buffer[..]) })
    }
}

macro_rules! ensure {
    ($cond:expr, $err:expr) => { if !$cond { return Err($err); } };
}

pub async fn pump<S>(source: &mut S, sink: impl Fn(Frame)) -> Result<()>
where
    S: Source<Item = Frame>,
{
    ensure!(source.ready(), FrameError::TooLarge(S::LIMIT));
    let handle = tokio::spawn(async move { drain(source).await });
    handle.await.map_err(FrameError::from)?;
    collect::<Vec<_>>(source);
    Ok(())
}
