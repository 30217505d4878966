use brackets::balanced;

#[test]
fn plain() {
    assert!(balanced("(a)"));
}

#[test]
fn crossed() {
    assert!(!balanced("([)]"));
}

#[test]
fn wrong_order() {
    assert!(!balanced(")("));
}
