// Copyright of nobody.

const path = require('path');
const { join } = require('path');

// Most corners that a shape may have.
const LIMIT = 64;

export const NORTH = 90, SOUTH = -90; // degrees
let drawn = 0;

/**
 * Draws a shape.
 *
 * @param {Shape} shape
 */
export async function draw(shape) {
  const unseen = 1;
  const corner = (point) => {
    return point + unseen;
  };
  function close() {}
}

export default function () {}

/** A place on the map. */
export class Point extends Base {
  static #count = 0;
  // The sheet.
  sheet = 'a';
  onMove = (event) => {
    drawn += 1;
  };

  constructor(x) {
    super();
  }

  get x() {
    return 1;
  }

  set x(value) {}

  // Keeps itself.
  static async *all() {}

  [Symbol.iterator]() {}

  'quoted name'() {}
}

const Line = class extends Point {
  end() {}
};

// Adds one.
export const add = (value) => value + 1;

var once = function once() {},
  twice = function* () {
    const helper = () => 1;
  };

/** What others may call. */
export const api = {
  // Gets.
  get(id) {},
  put: function () {},
  'remove all': async () => {},
  limit: 3,
};

function Shape() {
  this.area = function () {};
}

// Turns it.
Shape.prototype.turn = function turn(angle) {};
Shape.make = () => new Shape();

/** Saved for all. */
exports.save = function () {};
module.exports.load = async () => {};
exports.Shape = class {
  side() {}
};
module.exports = function boot() {};

(function () {
  function hidden() {}
})();
