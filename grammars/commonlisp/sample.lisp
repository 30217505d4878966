;;; Carts
(defpackage :shop.cart
  (:use :cl))
(in-package :shop.cart)

(defparameter *max-items* 20)
(defstruct item name price)

(defclass cart ()
  ((items :initform '() :accessor cart-items)))

(defgeneric add-item (cart item))

(defmethod add-item ((cart cart) item)
  (when (full-p cart)
    (error 'cart-full))
  (push item (cart-items cart)))

(defmacro with-cart ((name) &body body)
  `(let ((,name (make-instance 'cart))) ,@body))

(defun full-p (cart)
  (>= (length (cart-items cart)) *max-items*))
