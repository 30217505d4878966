fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort();
    letters
}

pub fn is_anagram(word: &str, other: &str) -> bool {
    sorted(word) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::is_anagram;

    #[test]
    fn listen() {
        assert!(is_anagram("listen", "silent"));
    }

    #[test]
    fn a_word_is_not_its_own() {
        assert!(!is_anagram("Orange", "orange"));
    }

    #[test]
    fn case_does_not_matter() {
        assert!(is_anagram("Arc", "car"));
    }
}
