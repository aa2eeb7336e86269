;;; stemguard-documents.el --- What is not saved is searched as it stands  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A server reads files from disk.  Of buffers it is told what differs: whole
;; texts, when nobody types, so that typing never waits.

;;; Code:

(require 'stemguard-server)

(defconst stemguard--longest-text 4000000
  "Texts of more characters are not sent: the server refuses messages of 32 MiB.")

(defconst stemguard--idle 0.3
  "After so many seconds without a key the servers are told of edits.")

(defconst stemguard--reading 2
  "So many seconds a server has for reading a file that was saved.")

(defvar stemguard--timer nil
  "What tells the servers of edits, while one runs.")

(cl-defstruct (stemguard--document (:constructor stemguard--new-document))
  "What a server was told of a buffer."
  uri (version 0) tick saved)

(defun stemguard--follow-edits (_server)
  "Tell servers of edits from now on."
  (unless stemguard--timer
    (setq stemguard--timer
          (run-with-idle-timer stemguard--idle t #'stemguard--tell-all))))

(defun stemguard--tell-all ()
  "Tell each server of the edits in its folder; stop when none runs."
  (let ((servers (stemguard--running)))
    (mapc #'stemguard--tell servers)
    (when (and stemguard--timer (null servers))
      (cancel-timer stemguard--timer)
      (setq stemguard--timer nil))))

(defun stemguard--tell (server)
  "Tell SERVER what has become of the buffers in its folder."
  (dolist (buffer (hash-table-keys (stemguard--documents server)))
    (stemguard--tell-of-known server buffer))
  (dolist (buffer (buffer-list))
    (when (and (buffer-modified-p buffer)
               (not (gethash buffer (stemguard--documents server)))
               (stemguard--within-p buffer (stemguard--root server)))
      (stemguard--open server buffer))))

(defun stemguard--within-p (buffer root)
  "Whether BUFFER has the text of a file in the folder ROOT that can be sent."
  (let ((file (buffer-file-name buffer)))
    (and file
         (string-prefix-p root (expand-file-name file))
         (<= (buffer-size buffer) stemguard--longest-text))))

(defun stemguard--tell-of-known (server buffer)
  "Tell SERVER what became of BUFFER, of which it knows."
  (let ((document (gethash buffer (stemguard--documents server))))
    (cond
     ((not (and (buffer-live-p buffer)
                (stemguard--within-p buffer (stemguard--root server))
                (equal (stemguard--uri (buffer-file-name buffer))
                       (stemguard--document-uri document))))
      (stemguard--close server buffer document))
     ((/= (buffer-chars-modified-tick buffer) (stemguard--document-tick document))
      (stemguard--change server buffer document))
     ((buffer-modified-p buffer)
      (setf (stemguard--document-saved document) nil))
     ;; The file has the text now.  It is closed at the next look only, as until
     ;; the server has read the file, the document must stand for it.
     ((stemguard--document-saved document)
      (stemguard--close server buffer document))
     (t
      (setf (stemguard--document-saved document) t)
      (jsonrpc-notify server :textDocument/didSave (stemguard--named document))
      (run-at-time stemguard--reading nil #'stemguard--tell-all)))))

(defun stemguard--open (server buffer)
  "Open BUFFER on SERVER."
  (let ((document (stemguard--new-document
                   :uri (stemguard--uri (buffer-file-name buffer))
                   :tick (buffer-chars-modified-tick buffer))))
    (puthash buffer document (stemguard--documents server))
    (jsonrpc-notify
     server :textDocument/didOpen
     `(:textDocument (:uri ,(stemguard--document-uri document)
                      :languageId "" :version 0 :text ,(stemguard--text buffer))))))

(defun stemguard--change (server buffer document)
  "Send SERVER the text of BUFFER, its DOCUMENT."
  (setf (stemguard--document-tick document) (buffer-chars-modified-tick buffer)
        (stemguard--document-saved document) nil)
  (jsonrpc-notify
   server :textDocument/didChange
   `(:textDocument (:uri ,(stemguard--document-uri document)
                    :version ,(cl-incf (stemguard--document-version document)))
     :contentChanges [(:text ,(stemguard--text buffer))])))

(defun stemguard--close (server buffer document)
  "Close BUFFER on SERVER, where it is DOCUMENT."
  (remhash buffer (stemguard--documents server))
  (jsonrpc-notify server :textDocument/didClose (stemguard--named document)))

(defun stemguard--named (document)
  "Params that name DOCUMENT."
  `(:textDocument (:uri ,(stemguard--document-uri document))))

(defun stemguard--text (buffer)
  "The whole text of BUFFER; a byte that is no character becomes U+FFFD."
  (with-current-buffer buffer
    (save-restriction
      (widen)
      (replace-regexp-in-string
       "[^\u0000-\U0010ffff]" "\ufffd" (buffer-substring-no-properties (point-min) (point-max))))))

(add-hook 'stemguard-server-started-hook #'stemguard--follow-edits)

(provide 'stemguard-documents)
;;; stemguard-documents.el ends here
