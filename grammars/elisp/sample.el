;;; notes.el --- Small notes  -*- lexical-binding: t; -*-
(require 'cl-lib)

(defgroup notes nil "Notes." :group 'files)
(defcustom notes-directory "~/notes" "Where notes live." :type 'directory)
(defvar notes--cache nil)
(defconst notes-version "1.0")

(cl-defstruct notes-entry title body)

(defun notes-open (title)
  "Open the note TITLE."
  (interactive "sTitle: ")
  (find-file (notes--path title)))

(defmacro notes-with-entry (entry &rest body)
  `(let ((title (notes-entry-title ,entry))) ,@body))

(define-minor-mode notes-mode "Notes." :lighter " N")

(provide 'notes)
