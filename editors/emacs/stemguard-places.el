;;; stemguard-places.el --- A hit as text and as a place to go to  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The list that stays is xref's, with its keys.  xref gathers what is found by
;; group, by file as a rule, which would undo the order: here each hit is a group
;; of its own, headed by where and what it is.

;;; Code:

(require 'stemguard-server)
(require 'xref)

(cl-defstruct (stemguard--place (:constructor stemguard--new-place))
  "Where a hit is: a file, a line and a column from 0 in characters.
HEADING is what stands above it, SHOWN the number of the line that
shows why it was found, SEARCH what it was found by."
  file line column heading shown search)

(defun stemguard--name (item)
  "The name of ITEM with what it is in."
  (let ((container (plist-get item :container))
        (kind (plist-get item :kind)))
    (concat (unless (or (member container '(nil "")) (equal kind "file"))
              (concat container (if (member kind '("section" "key")) " > " ".")))
            (propertize (plist-get item :name) 'face 'bold))))

(defun stemguard--position (item)
  "Line and column where the name of ITEM begins, from 0."
  (let ((start (plist-get (plist-get item :selectionRange) :start)))
    (cons (plist-get start :line) (plist-get start :character))))

(defun stemguard--where (item root)
  "Path in the folder ROOT, line and column of ITEM, as a person reads them."
  (let ((start (stemguard--position item)))
    (format "%s:%d:%d"
            (string-remove-prefix
             root (stemguard--file (plist-get (plist-get item :location) :uri)))
            (1+ (car start)) (1+ (cdr start)))))

(defun stemguard--evidence (item)
  "The words of ITEM that matched; one that did so below typed says how."
  (cl-loop for (word rung) on (plist-get item :evidence) by #'cddr
           for text = (substring (symbol-name word) 1)
           collect (if (equal rung "typed") text (format "%s ~%s" text rung)) into words
           finally return (string-join words ", ")))

(defun stemguard--place (item root search)
  "The place of ITEM of the folder ROOT, found by SEARCH."
  (let ((start (stemguard--position item)))
    (stemguard--new-place
     :file (stemguard--file (plist-get (plist-get item :location) :uri))
     :line (car start) :column (cdr start)
     :heading (format "%s  %s  %s  [%s]" (stemguard--where item root)
                      (plist-get item :kind) (stemguard--name item) (stemguard--evidence item))
     :search search
     :shown (or (plist-get (plist-get item :preview) :line) (car start)))))

(defun stemguard--preview (item)
  "The line that shows why ITEM was found, the words that matched marked."
  (let* ((preview (plist-get item :preview))
         (text (copy-sequence (or (plist-get preview :text) ""))))
    (seq-doseq (range (plist-get preview :highlights))
      (put-text-property (plist-get (plist-get range :start) :character)
                         (min (length text) (plist-get (plist-get range :end) :character))
                         'face 'xref-match text))
    (string-trim text)))

(defun stemguard--xref (item root search)
  "ITEM of the folder ROOT, found by SEARCH, as xref takes it."
  (xref-make (stemguard--preview item) (stemguard--place item root search)))

(cl-defmethod xref-location-group ((place stemguard--place))
  "What stands above PLACE, which no other has."
  (stemguard--place-heading place))

(cl-defmethod xref-location-line ((place stemguard--place))
  "The number of the line that is shown for PLACE."
  (1+ (stemguard--place-shown place)))

(cl-defmethod xref-location-marker ((place stemguard--place))
  "A marker at PLACE."
  (with-current-buffer (find-file-noselect (stemguard--place-file place))
    (save-excursion
      (save-restriction
        (widen)
        (stemguard--goto (stemguard--place-line place) (stemguard--place-column place))
        (point-marker)))))

(defun stemguard--goto (line column)
  "Go to LINE and COLUMN, both from 0 and in characters."
  (goto-char (point-min))
  ;; `forward-line' takes no \\r for an end of a line, and the server does.
  (while (and (> line 0) (re-search-forward "\r\n?\\|\n" nil t))
    (setq line (1- line)))
  (goto-char (min (+ (point) column) (line-end-position))))

(provide 'stemguard-places)
;;; stemguard-places.el ends here
