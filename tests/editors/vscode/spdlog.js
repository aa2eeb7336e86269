// What VS Code writes its logs with, in place of a module that would have to be compiled.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

class Logger {
  constructor(_type, _name, file) {
    this.file = file;
    this.level = 2;
    this.plain = false;
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.plain = true;
  }
  flush() {}
  drop() {}
}
LEVELS.forEach((name, level) => {
  Logger.prototype[name] = function (message) {
    if (level < this.level) return;
    const line = this.plain ? message : `${new Date().toISOString()} [${name}] ${message}\n`;
    fs.appendFileSync(this.file, line);
  };
});

async function create(name, file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file);
}

exports.Logger = Logger;
exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
