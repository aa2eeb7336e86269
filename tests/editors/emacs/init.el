;;; What a user writes, and what makes a screen the same each time.  -*- lexical-binding: t; -*-

(global-set-key (kbd "C-c s") 'stemguard-map)

(setq inhibit-startup-screen t
      inhibit-startup-echo-area-message "root"
      initial-scratch-message nil
      make-backup-files nil
      create-lockfiles nil
      auto-save-default nil
      native-comp-jit-compilation nil
      native-comp-deferred-compilation nil
      native-comp-async-report-warnings-errors nil
      ring-bell-function #'ignore)
(menu-bar-mode -1)
