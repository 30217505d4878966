#lang racket
(require racket/list "prices.rkt")

(define max-items 20)
(struct cart (items total))

(define-syntax-rule (with-cart name body)
  (let ([name (cart '() 0)]) body))

(define (add-item c item)
  (if (full? c)
      (error "full")
      (cart (cons item (cart-items c)) (+ (cart-total c) (price-of item)))))

(define (full? c)
  (>= (length (cart-items c)) max-items))
