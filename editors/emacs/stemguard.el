;;; stemguard.el --- Ranked search of a project, live  -*- lexical-binding: t; -*-

;; Author: The Stemguard authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, matching, languages
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Searches the symbols of code and the sections of documents: what holds a word
;; as it was typed comes first, what holds a word of its stem comes after.
;;
;;   (global-set-key (kbd "C-c s") 'stemguard-map)
;;
;; Then C-c s s asks for words and shows what is found as they are typed.  The
;; program `stemguard' must be on the variable `exec-path'.

;;; Code:

(require 'stemguard-prompt)

;;;###autoload (autoload 'stemguard-map "stemguard" nil nil 'keymap)
(defvar stemguard-map
  (let ((map (make-sparse-keymap)))
    (define-key map "s" #'stemguard-search-any)
    (define-key map "a" #'stemguard-search-all)
    (define-key map "n" #'stemguard-search-names)
    (define-key map "w" #'stemguard-why)
    (define-key map "t" #'stemguard-status)
    (define-key map "b" #'stemguard-rebuild)
    (define-key map "r" #'stemguard-restart)
    (define-key map "l" #'stemguard-log)
    map)
  "Keys of Stemguard's commands, behind a key of yours.")
(fset 'stemguard-map stemguard-map)

(defvar stemguard--last nil
  "The last search.")

;;;; Searching

;;;###autoload
(defun stemguard-search-any (&optional names)
  "Search the project for any of the words typed, those with more of them first.
With a prefix argument NAMES, search names only.

In the prompt, RET goes to the hit and \\<stemguard-prompt-map>\\[exit-minibuffer] \
keeps all of them as a list.
The region, if there is one, is what is searched for at first."
  (interactive "P")
  (stemguard--search-for "Any word" "any" names))

;;;###autoload
(defun stemguard-search-all (&optional names)
  "Search the project for all of the words typed.
With a prefix argument NAMES, search names only.  See the command
`stemguard-search-any'."
  (interactive "P")
  (stemguard--search-for "All words" "all" names))

;;;###autoload
(defun stemguard-search-names ()
  "Search the names of the project for any of the words typed.
See the command `stemguard-search-any'."
  (interactive)
  (stemguard--search-for "Names" "any" t))

(defun stemguard--search-for (what match names)
  "Ask for WHAT to search by MATCH, in names only if NAMES, and go there."
  (let* ((search (stemguard--new-search :root (stemguard--folder) :match match :live t
                                        :view (if names "names" "all")))
         (prompt (concat what (and names (not (equal what "Names")) " in names") ": "))
         (item (stemguard--said
                 (stemguard--read search prompt (and (use-region-p) (stemguard--region))))))
    (setq stemguard--last search)
    (add-to-history 'stemguard-history (stemguard--search-query search))
    (cond
     (item (stemguard--visit (stemguard--place item (stemguard--search-root search) search)))
     ((stemguard--search-items search) (stemguard--list search))
     (t (message "%s" (stemguard--nothing search))))))

(defun stemguard--region ()
  "The text of the region in one line."
  (replace-regexp-in-string
   "[ \t\n\r]+" " "
   (string-trim (buffer-substring-no-properties (region-beginning) (region-end)))))

(defun stemguard--visit (place)
  "Go to PLACE; \\[xref-pop-marker-stack] comes back."
  (xref-push-marker-stack)
  (let ((marker (xref-location-marker place)))
    (pop-to-buffer-same-window (marker-buffer marker))
    (unless (<= (point-min) marker (point-max))
      (widen))
    (goto-char marker)
    (run-hooks 'xref-after-jump-hook)))

(defun stemguard--nothing (search)
  "Why SEARCH found nothing."
  ;; Of files that are not in yet nobody knows what they hold.
  (if (stemguard--search-unfinished search)
      "Nothing found yet: files are still being indexed"
    (concat "Nothing found"
            (and (stemguard--search-remarks search) ": ")
            (string-join (stemguard--search-remarks search) "; "))))

(defun stemguard--list (search)
  "Show what SEARCH found as a list of xref's, best first."
  (let ((shown nil))
    (funcall xref-show-xrefs-function
             (lambda ()
               (when shown (stemguard--said (stemguard--find-again search)))
               (setq shown t)
               (mapcar (lambda (item)
                         (stemguard--xref item (stemguard--search-root search) search))
                       (stemguard--search-items search)))
             `((window . ,(selected-window)) (display-action . nil)))))

(defun stemguard--find-again (search)
  "Have SEARCH find what it did, as things are now."
  (stemguard--tell (stemguard--server-of (stemguard--search-root search)))
  (stemguard--find search (stemguard--search-query search)))

;;;; Looking closer

;;;###autoload
(defun stemguard-why ()
  "Show why the hit at point ranks where it does, or is not found.
In a list the hit of the line is meant, elsewhere the unit at point
and the last query, or one that is asked for."
  (interactive)
  (let* ((place (stemguard--place-here))
         (search (if place (stemguard--place-search place) (stemguard--search-to-explain))))
    (stemguard--said
      (let ((server (stemguard--server-of (stemguard--search-root search))))
        (stemguard--tell server)
        (stemguard--show
         "*stemguard why*"
         (plist-get (stemguard--request server :stemguard/explain
                                        (stemguard--explained search place))
                    :text))))))

(defun stemguard--place-here ()
  "The place of this line of a list or of the line below its heading, or nil."
  (let* ((item (or (get-text-property (line-beginning-position) 'xref-item)
                   (get-text-property (line-beginning-position 2) 'xref-item)))
         (location (and item (xref-item-location item))))
    (and (stemguard--place-p location) location)))

(defun stemguard--search-to-explain ()
  "The last search, if it was here, else one that is asked for."
  (let ((root (stemguard--folder)))
    (if (and stemguard--last (equal root (stemguard--search-root stemguard--last)))
        stemguard--last
      (stemguard--new-search :root root :match "any" :view "all"
                             :query (read-string "Why, for the query: " nil
                                                 'stemguard-history)))))

(defun stemguard--explained (search place)
  "The params that ask why PLACE ranks as it does in SEARCH.
Where it is nil, point is meant."
  (let* ((file (or (if place (stemguard--place-file place) buffer-file-name)
                   (user-error "This buffer visits no file")))
         (position (if place
                       (list :line (stemguard--place-line place)
                             :character (stemguard--place-column place))
                     (stemguard--here))))
    (list :query (stemguard--search-query search)
          :match (stemguard--search-match search)
          :view (stemguard--search-view search)
          :prefix (if (stemguard--search-live search) t :json-false)
          :location (list :uri (stemguard--uri file)
                          :range (list :start position :end position)))))

(defun stemguard--here ()
  "The position of point, from 0."
  (save-restriction
    (widen)
    (list :line (how-many "\r\n?\\|\n" (point-min) (point))
          :character (- (point) (line-beginning-position)))))

;;;###autoload
(defun stemguard-status ()
  "Show what is indexed of this folder, what was skipped, and why."
  (interactive)
  (stemguard--said
    (stemguard--show
     "*stemguard status*"
     (plist-get (stemguard--request (stemguard--server-of (stemguard--folder))
                                    :stemguard/status (make-hash-table))
                :text))))

(defun stemguard--show (name text)
  "Show TEXT in the buffer called NAME."
  (with-current-buffer (get-buffer-create name)
    (special-mode)
    (visual-line-mode)
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text "\n")
      (goto-char (point-min)))
    (pop-to-buffer (current-buffer))))

;;;; Care

;;;###autoload
(defun stemguard-rebuild ()
  "Read every file of this folder anew; the mode line says how far it is."
  (interactive)
  (stemguard--said
    (let ((server (stemguard--server-of (stemguard--folder))))
      (jsonrpc-async-request
       server :workspace/executeCommand
       '(:command "stemguard.rebuild" :arguments [] :workDoneToken "rebuild")
       :timeout nil
       :success-fn (lambda (result)
                     (message "Stemguard read %d files anew" (plist-get result :parsed)))
       :error-fn (lambda (problem)
                   (stemguard--warn server (plist-get problem :message)))))))

;;;###autoload
(defun stemguard-restart ()
  "End the server of this folder, if it runs, and start another."
  (interactive)
  (let* ((root (stemguard--folder))
         (server (gethash root stemguard--servers)))
    (when server (stemguard--stop server))
    (stemguard--said (stemguard--server-of root))
    (message "Stemguard was started for %s" root)))

;;;###autoload
(defun stemguard-log ()
  "Show what the servers said."
  (interactive)
  (pop-to-buffer (stemguard--log-buffer))
  (goto-char (point-max)))

;;;; eglot

(defvar eglot-server-programs)

;;;###autoload
(defun stemguard-eglot-add (&rest modes)
  "Have eglot start Stemguard in MODES, for which it starts no other server.
The commands of this package do not need it; it is for those who want
`xref-find-apropos' in such modes."
  (with-eval-after-load 'eglot
    (dolist (mode modes)
      (add-to-list 'eglot-server-programs (cons mode stemguard-command)))))

;; Some set this to a string, or to nil.
(unless (consp global-mode-string)
  (setq global-mode-string (list "" global-mode-string)))
(add-to-list 'global-mode-string '(:eval (stemguard--state)) t)

(provide 'stemguard)
;;; stemguard.el ends here
