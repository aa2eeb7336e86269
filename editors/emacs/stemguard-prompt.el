;;; stemguard-prompt.el --- A list that follows what is typed  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What the server found is the list, in its order: no completion style filters
;; it, nothing sorts it.  Where no vertical list is in use (Vertico, Fido,
;; Icomplete), Fido's is, for as long as the prompt is open.

;;; Code:

(require 'icomplete)
(require 'stemguard-documents)
(require 'stemguard-places)
(require 'thingatpt)

(defcustom stemguard-live-list t
  "Whether to show a list below the prompt where nothing else does."
  :type 'boolean
  :group 'stemguard)

(defcustom stemguard-rows 100
  "So many hits are asked for at a time, 1 to 1000."
  :type 'integer
  :group 'stemguard)

(defvar stemguard-history nil
  "Queries, the last one first.")

(defvar stemguard-prompt-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-o") #'exit-minibuffer)
    ;; They would complete, and be refused where nothing is found yet.
    (define-key map (kbd "SPC") #'self-insert-command)
    (define-key map (kbd "?") #'self-insert-command)
    map)
  "Keys of the prompt: \\<stemguard-prompt-map>\\[exit-minibuffer] keeps what is found as a list.")

(cl-defstruct (stemguard--search (:constructor stemguard--new-search))
  "A search and what it found last.
MATCH is \"any\" or \"all\", VIEW \"all\" or \"names\".  ROWS are the
texts of ITEMS, in order; BY-ROW leads from a text to its item.
LIVE says that the last word may be half typed, UNFINISHED that
more was to come, STALE that it has."
  root match view live (query "") items rows (by-row (make-hash-table :test #'equal))
  remarks unfinished stale)

(defun stemguard--find (search query)
  "Have SEARCH hold what is found for QUERY.
What it held stays when the wait ends early."
  (let* ((answer (unless (string-blank-p query)
                   (stemguard--request
                    (stemguard--server-of (stemguard--search-root search))
                    :stemguard/search
                    (list :query query
                          :match (stemguard--search-match search)
                          :view (stemguard--search-view search)
                          :prefix t
                          :limit stemguard-rows))))
         (index (plist-get answer :index)))
    (setf (stemguard--search-query search) query
          (stemguard--search-items search) (append (plist-get answer :items) nil)
          (stemguard--search-remarks search) (append (plist-get answer :remarks) nil)
          (stemguard--search-unfinished search)
          (and index (or (not (equal (plist-get index :state) "ready"))
                         (> (plist-get index :pending) 0)))
          (stemguard--search-stale search) nil)
    (stemguard--write-rows search)))

(defun stemguard--write-rows (search)
  "Write the rows of SEARCH; no two are the same."
  (let ((by-row (make-hash-table :test #'equal))
        (root (stemguard--search-root search)))
    (setf (stemguard--search-rows search)
          (mapcar (lambda (item)
                    (let ((row (concat (stemguard--name item) "  "
                                       (propertize (stemguard--where item root) 'face 'shadow))))
                      ;; A file and a section of it may share their name and their place.
                      (while (gethash row by-row)
                        (setq row (concat row " ")))
                      (puthash row item by-row)
                      row))
                  (stemguard--search-items search))
          (stemguard--search-by-row search) by-row)))

(defun stemguard--annotate (search row)
  "What ROW of SEARCH is and which words matched."
  (let ((item (gethash (substring-no-properties row) (stemguard--search-by-row search))))
    (when item
      (propertize (format "  %s  %s" (plist-get item :kind) (stemguard--evidence item))
                  'face 'completions-annotations))))

;;;; Completion that completes nothing

(defun stemguard--table (search)
  "The completion table of SEARCH, for the style `stemguard'."
  (lambda (input _predicate action)
    (pcase action
      ('metadata
       `(metadata (category . stemguard)
                  (display-sort-function . ,#'identity)
                  (cycle-sort-function . ,#'identity)
                  (annotation-function . ,(apply-partially #'stemguard--annotate search))))
      ('stemguard--rows (cons 'stemguard--rows (stemguard--rows-for search input)))
      ('lambda (gethash input (stemguard--search-by-row search))))))

(defun stemguard--rows-for (search input)
  "The rows of SEARCH for INPUT.
A row that was put there as input asks for nothing."
  (unless (or (and (equal input (stemguard--search-query search))
                   (not (stemguard--search-stale search)))
              (gethash input (stemguard--search-by-row search)))
    ;; A key shows before its answer is there.
    (redisplay)
    (condition-case problem
        (progn
          (stemguard--find search input)
          (when (stemguard--search-unfinished search)
            (stemguard--refresh-later search)))
      (quit
       ;; Icomplete takes it for the end of its drawing alone, and the prompt would stay.
       (when icomplete-mode
         (push ?\C-g unread-command-events))
       (signal 'quit nil))
      ((jsonrpc-error user-error)
       ;; Said when the list is drawn, which must not wait for it.
       (run-at-time 0 nil #'minibuffer-message "%s" (stemguard--sentence problem)))))
  (copy-sequence (stemguard--search-rows search)))

(defun stemguard--all-completions (input table _predicate _point)
  "All rows of TABLE for INPUT, unfiltered."
  (let ((rows (and (functionp table) (funcall table input nil 'stemguard--rows))))
    (when (eq (car-safe rows) 'stemguard--rows)
      (cdr rows))))

(defun stemguard--try-completion (input table predicate point)
  "INPUT as it is, with POINT in it, where TABLE has rows for it by PREDICATE."
  (when (stemguard--all-completions input table predicate point)
    (cons input point)))

(add-to-list 'completion-styles-alist
             '(stemguard stemguard--try-completion stemguard--all-completions
                         "What a Stemguard server found, as it ranks it."))

;;;; The prompt

(defvar vertico-mode)
(defvar vertico--input)
(declare-function vertico--exhibit "ext:vertico")

(defun stemguard--read (search prompt initial)
  "Ask with PROMPT for what to SEARCH, beginning with INITIAL.
Return the item that was chosen, or nil where the list was asked for."
  (stemguard--tell (stemguard--server-of (stemguard--search-root search)))
  (let* ((completion-category-overrides
          (cons '(stemguard (styles stemguard)) completion-category-overrides))
         ;; Others ask a table once and sort by themselves.
         (completing-read-function #'completing-read-default)
         (at-point (thing-at-point 'symbol t))
         (history-add-new-input nil)
         (buffer nil)
         (refresh (lambda ()
                    (stemguard--refresh search buffer)))
         (row (stemguard--with-list
               (lambda ()
                 (unwind-protect
                     (minibuffer-with-setup-hook
                         (lambda ()
                           (setq buffer (current-buffer))
                           (add-hook 'stemguard-index-changed-hook refresh)
                           (setq-local minibuffer-default-add-function
                                       (lambda () (and at-point (list at-point))))
                           (use-local-map (make-composed-keymap stemguard-prompt-map
                                                                (current-local-map))))
                       (completing-read prompt (stemguard--table search) nil nil initial
                                        'stemguard-history))
                   (remove-hook 'stemguard-index-changed-hook refresh))))))
    (or (gethash (substring-no-properties row) (stemguard--search-by-row search))
        ;; Keys may be faster than answers.
        (ignore (unless (equal row (stemguard--search-query search))
                  (stemguard--find search row))))))

(defun stemguard--with-list (read)
  "Call READ with a list below the prompt."
  (if (or (not stemguard-live-list)
          (bound-and-true-p vertico-mode)
          icomplete-mode
          fido-mode)
      (funcall read)
    (fido-vertical-mode 1)
    (unwind-protect (funcall read)
      (fido-vertical-mode -1)
      (fido-mode -1)
      ;; Fido leaves this on, as if it were the user's.
      (icomplete-mode -1))))

(defconst stemguard--pause 0.3
  "So many seconds after an answer that was not all, it is asked for again.")

(defvar stemguard--later nil
  "The timer that asks again.")

(defun stemguard--refresh-later (search)
  "Draw the list of SEARCH anew in a while.
Of an edit that comes in nothing is told."
  (let ((window (active-minibuffer-window)))
    (when (timerp stemguard--later)
      (cancel-timer stemguard--later))
    (setq stemguard--later (and window
                                (run-at-time stemguard--pause nil #'stemguard--refresh
                                             search (window-buffer window))))))

(defun stemguard--refresh (search buffer)
  "Draw the list of SEARCH anew below the prompt in BUFFER.
There must be more to find; an answer on its way says so itself."
  (let ((window (active-minibuffer-window)))
    (when (and window (eq (window-buffer window) buffer)
               (not stemguard--waiting)
               (stemguard--search-unfinished search))
      (setf (stemguard--search-stale search) t)
      (with-selected-window window
        (cond
         ((bound-and-true-p vertico-mode)
          (setq vertico--input t)
          (vertico--exhibit))
         (icomplete-mode
          (setq completion-all-sorted-completions nil)
          (icomplete-exhibit)))))))

(provide 'stemguard-prompt)
;;; stemguard-prompt.el ends here
