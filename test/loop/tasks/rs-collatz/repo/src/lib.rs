/// Steps until a number reaches 1: halved when even, tripled plus one when odd. None for 0.
pub fn steps(n: u64) -> Option<u64> {
    Some(n)
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn one_is_there_already() {
        assert_eq!(steps(1), Some(0));
    }

    #[test]
    fn twelve_takes_nine() {
        assert_eq!(steps(12), Some(9));
    }

    #[test]
    fn zero_never_gets_there() {
        assert_eq!(steps(0), None);
    }
}
