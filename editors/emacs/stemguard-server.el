;;; stemguard-server.el --- The server of a folder, and what is asked of it  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Each folder that is searched has one server, started by its first use.  It is
;; no server of eglot's, which runs one for each major mode: this one answers
;; beside any of them, and where no file is open.

;;; Code:

(require 'cl-lib)
(require 'eieio)
(require 'jsonrpc)
(require 'project)
(require 'url-util)

(defgroup stemguard nil
  "Ranked search of a project by the Stemguard server."
  :group 'tools
  :prefix "stemguard-"
  :link '(url-link "https://microsoft.github.io/language-server-protocol/"))

(defcustom stemguard-command '("stemguard" "serve")
  "The program that answers searches, and its arguments."
  :type '(repeat string)
  :risky t)

(defcustom stemguard-settings nil
  "Settings of the server, as a property list.
Lists are vectors, false is `:json-false', as in
\\='(:exclude [\"vendor/\"] :limit 100).  They apply when a server
starts; see the command `stemguard-restart'."
  :type 'plist
  :risky t)

(defvar stemguard--servers (make-hash-table :test #'equal)
  "The server of each folder, also one that ended by itself.")

(defvar stemguard-server-started-hook nil
  "Run with each server that has just been started.")

(defvar stemguard-index-changed-hook nil
  "Run after the index of a server has changed.")

(defclass stemguard--server (jsonrpc-process-connection)
  ((root :initarg :root :reader stemguard--root)
   (documents :initform (make-hash-table :test #'eq) :reader stemguard--documents
              :documentation "What the server was told of each buffer.")
   (progress :initform nil :accessor stemguard--progress
             :documentation "Percentages of what is being done, by token.")
   (trouble :initform nil :accessor stemguard--trouble
            :documentation "The last sentence of warning, or nil.")
   (stopped :initform nil :accessor stemguard--stopped
            :documentation "Whether it was told to end.")
   (last-id :initform nil :accessor stemguard--last-id
            :documentation "The id of the last request sent.")
   ;; Two generations of jsonrpc name this differently; unset, each message is kept.
   (-events-buffer-scrollback-size :initform 0)
   (-events-buffer-config :initform '(:size 0 :format short)))
  :documentation "The connection to the server of one folder.")

(cl-defmethod jsonrpc-connection-send :before
  ((server stemguard--server) &key id method &allow-other-keys)
  "Keep the ID of a request with a METHOD to SERVER, for it to be cancelled."
  (when (and id method)
    (setf (stemguard--last-id server) id)))

;;;; Folders

(defun stemguard--folder ()
  "The folder to search here: that of the project, else the current one."
  (let ((project (project-current)))
    (file-name-as-directory
     (expand-file-name
      (if project (project-root project) default-directory)))))

(defconst stemguard--uri-characters
  (let ((allowed (copy-sequence url-path-allowed-chars)))
    (aset allowed ?% nil)
    allowed)
  "What stands for itself in a URI; `url-path-allowed-chars' lets a `%' be.")

(defun stemguard--uri (file)
  "The URI of FILE."
  (let ((path (expand-file-name file)))
    (concat "file://" (if (string-prefix-p "/" path) "" "/")
            (url-hexify-string path stemguard--uri-characters))))

(defun stemguard--file (uri)
  "The file that URI names."
  (let ((path (decode-coding-string
               (url-unhex-string (string-remove-prefix "file://" uri) t) 'utf-8)))
    (if (and (memq system-type '(windows-nt ms-dos))
             (string-match-p "\\`/[a-zA-Z]:" path))
        (substring path 1)
      path)))

;;;; Starting and ending

(defun stemguard--server-of (root)
  "The server of the folder ROOT, which is started where none runs."
  (let ((server (gethash root stemguard--servers)))
    (if (and server (jsonrpc-running-p server))
        server
      (stemguard--start root))))

(defun stemguard--running ()
  "The servers that run."
  (cl-remove-if-not #'jsonrpc-running-p (hash-table-values stemguard--servers)))

(defun stemguard--start (root)
  "Start a server for the folder ROOT and wait until it is there."
  (when (file-remote-p root)
    (user-error "Stemguard searches folders of this machine, and %s is on another" root))
  (let* ((program (or (executable-find (car stemguard-command))
                      (user-error "\
There is no program `%s'.  Install Stemguard, or set `stemguard-command' to where it is"
                                  (car stemguard-command))))
         ;; A key that is typed meanwhile must not end the start of it.
         (throw-on-input nil)
         (server (stemguard--connect root (cons program (cdr stemguard-command))))
         ready)
    (puthash root server stemguard--servers)
    (stemguard--say "started for %s" root)
    (unwind-protect
        (progn
          (stemguard--request server :initialize (stemguard--introduction root))
          (jsonrpc-notify server :initialized (make-hash-table))
          (setq ready t))
      (unless (or ready (not (jsonrpc-running-p server)))
        (stemguard--stop server)))
    (run-hook-with-args 'stemguard-server-started-hook server)
    server))

(defun stemguard--connect (root command)
  "A connection to COMMAND, run in the folder ROOT."
  (let ((default-directory root)
        (name (format "stemguard %s" (abbreviate-file-name root))))
    (make-instance
     'stemguard--server
     :name name :root root
     :process (lambda () (stemguard--process name command))
     :notification-dispatcher #'stemguard--told
     :request-dispatcher #'stemguard--asked
     :on-shutdown #'stemguard--ended)))

(defun stemguard--process (name command)
  "Run COMMAND as the server called NAME."
  (make-process
   :name name :command command :connection-type 'pipe
   :coding 'utf-8-emacs-unix :noquery t
   :stderr (make-pipe-process
            :name (concat name " stderr") :noquery t
            :filter (lambda (_process text) (stemguard--say "%s" (string-trim-right text)))
            :sentinel #'ignore)))

(defun stemguard--introduction (root)
  "What a server of the folder ROOT is told of this editor."
  (let ((uri (stemguard--uri (directory-file-name root))))
    `(:processId ,(emacs-pid)
      :clientInfo (:name "Emacs" :version ,emacs-version)
      :rootUri ,uri
      :workspaceFolders [(:uri ,uri :name ,(file-name-nondirectory (directory-file-name root)))]
      :initializationOptions ,(or stemguard-settings (make-hash-table))
      ;; A position in utf-32 counts characters, as Emacs does.
      :capabilities (:general (:positionEncodings ["utf-32"])
                     :window (:workDoneProgress t)))))

(defun stemguard--stop (server)
  "End SERVER, if it runs."
  (setf (stemguard--stopped server) t)
  (when (jsonrpc-running-p server)
    (ignore-errors (jsonrpc-request server :shutdown nil :timeout 3)
                   (jsonrpc-notify server :exit nil))
    (with-timeout (3) (while (jsonrpc-running-p server) (accept-process-output nil 0.05)))
    (jsonrpc-shutdown server t))
  (when (eq server (gethash (stemguard--root server) stemguard--servers))
    (remhash (stemguard--root server) stemguard--servers)))

(defconst stemguard--end "\
Stemguard's server ended; the next use starts it again.  M-x stemguard-log shows what it said"
  "What a person is told when a server ends by itself.")

(defun stemguard--ended (server)
  "Tell a person that SERVER ended, unless it was told to."
  (setf (stemguard--progress server) nil)
  (unless (stemguard--stopped server)
    (stemguard--warn server stemguard--end)))

;;;; Asking

(defvar stemguard--waiting nil
  "Whether an answer is waited for.")

(defun stemguard--request (server method params)
  "Ask SERVER for METHOD with PARAMS and wait; cancel it when the wait ends early.
An answer that is an error is one here."
  (let ((stemguard--waiting t) reply id)
    (unwind-protect
        (progn
          ;; What is sent to a server that has just ended is an error at once.
          (condition-case problem
              (jsonrpc-async-request
               server method params :timeout nil
               :success-fn (lambda (result) (setq reply (list result)))
               :error-fn (lambda (problem) (setq reply (list nil problem))))
            (error (setq reply (list nil (list :message (error-message-string problem))))))
          (setq id (stemguard--last-id server))
          (while (not reply) (accept-process-output nil 1)))
      (unless (or reply (null id))
        (ignore-errors (jsonrpc-notify server :$/cancelRequest (list :id id)))))
    (when (cadr reply)
      (let ((sentence (if (jsonrpc-running-p server)
                          (plist-get (cadr reply) :message)
                        stemguard--end)))
        (signal 'jsonrpc-error
                (list sentence (cons 'jsonrpc-error-message sentence)))))
    (car reply)))

(defun stemguard--sentence (problem)
  "What the error PROBLEM says to a person."
  (or (alist-get 'jsonrpc-error-message (cdr problem))
      (error-message-string problem)))

(defmacro stemguard--said (&rest body)
  "Run BODY; an error of the server becomes one of the user's, in its own words."
  (declare (indent 0) (debug t))
  `(condition-case problem
       (progn ,@body)
     (jsonrpc-error (user-error "%s" (stemguard--sentence problem)))))

;;;; Being told and asked

(defun stemguard--told (server method params)
  "Take the notification METHOD with PARAMS from SERVER."
  (pcase method
    ('$/progress (stemguard--take-progress server params))
    ;; Who looks again waits for an answer, which none may do who handles a message.
    ('stemguard/indexChanged (run-at-time 0 nil #'run-hooks 'stemguard-index-changed-hook))
    ('window/logMessage (stemguard--say "%s" (plist-get params :message)))
    ('window/showMessage (stemguard--warn server (plist-get params :message)))))

(defun stemguard--asked (_server method _params)
  "Answer the request METHOD of the server."
  (unless (eq method 'window/workDoneProgress/create)
    (jsonrpc-error :code -32601 :message (format "No %s here" method))))

(defun stemguard--take-progress (server params)
  "Keep how far SERVER says in PARAMS that it is."
  (let* ((token (plist-get params :token))
         (value (plist-get params :value))
         (others (cl-remove token (stemguard--progress server) :key #'car :test #'equal)))
    (setf (stemguard--progress server)
          (if (equal (plist-get value :kind) "end")
              others
            (cons (cons token (or (plist-get value :percentage) 0)) others))))
  (force-mode-line-update t))

(defun stemguard--warn (server sentence)
  "Show SENTENCE of warning from SERVER and keep it."
  (setf (stemguard--trouble server) sentence)
  (stemguard--say "%s" sentence)
  (message "%s" sentence)
  (force-mode-line-update t))

(defun stemguard--log-buffer ()
  "The buffer that what the servers say goes to."
  (let ((buffer (get-buffer-create "*stemguard log*")))
    (with-current-buffer buffer
      (unless (derived-mode-p 'special-mode) (special-mode)))
    buffer))

(defun stemguard--say (format &rest args)
  "Log ARGS by FORMAT, with the time."
  (with-current-buffer (stemguard--log-buffer)
    (let ((inhibit-read-only t))
      (save-excursion
        (goto-char (point-max))
        (insert (format-time-string "%T ") (apply #'format format args) "\n")))))

;;;; The mode line

(defun stemguard--state ()
  "What the mode line says of the folder of this buffer: how far its server is."
  (let ((server (stemguard--server-here)))
    (cond
     ((null server) "")
     ((stemguard--progress server)
      (format " Stemguard %d%%%%" (cdar (stemguard--progress server))))
     ((stemguard--trouble server)
      (propertize " Stemguard!" 'face 'warning 'help-echo (stemguard--trouble server)))
     (t " Stemguard"))))

(defun stemguard--server-here ()
  "The server of the folder that this buffer is in, or nil."
  ;; The mode line is drawn often: no file system is asked for the project.
  (cl-find-if (lambda (server)
                (string-prefix-p (stemguard--root server) (expand-file-name default-directory)))
              (hash-table-values stemguard--servers)))

(provide 'stemguard-server)
;;; stemguard-server.el ends here
