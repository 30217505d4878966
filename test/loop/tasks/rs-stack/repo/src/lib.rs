/// Whether all brackets are closed in the right order; other characters do not matter.
pub fn balanced(text: &str) -> bool {
    text.matches('(').count() == text.matches(')').count()
}
