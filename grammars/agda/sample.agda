module Data.Stack where

open import Data.Nat using (ℕ; zero; suc)
open import Data.List

data Stack (A : Set) : Set where
  empty : Stack A
  push  : A → Stack A → Stack A

record Monoid (A : Set) : Set where
  field
    unit : A
    combine : A → A → A

size : {A : Set} → Stack A → ℕ
size empty = zero
size (push _ rest) = suc (size rest)

top : {A : Set} → A → Stack A → A
top default empty = default
top default (push x _) = x
