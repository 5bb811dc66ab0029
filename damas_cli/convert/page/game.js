// A game: its lines as a tree, and the position after each of its moves.
//
// A place in a game is [line, index]: after move number `index` of a line. Before the first move of
// the main line it is [0, -1].

const START = [0, -1];

const samePlace = (one, other) => one[0] === other[0] && one[1] === other[1];

class Game {
  constructor(data) {
    Object.assign(this, data);
    this.layout = data.board && makeBoard(data.board);
    this.known = new Map([[String(START), { pieces: [...data.start], turn: data.turn }]]);
    this.branches = new Map();
    this.lines.forEach(({ in: parent, at, moves }, number) => {
      if (parent === null || !moves.length) return;
      const key = String([parent, at]);
      this.branches.set(key, [...(this.branches.get(key) || []), number]);
    });
  }

  tag(name) {
    const found = this.tags.filter(([key]) => key === name);
    const value = found.length ? found[found.length - 1][1].trim() : "";
    return /^[?.\s]*$/.test(value) ? "" : value;
  }

  move([line, index]) {
    return this.lines[line].moves[index];
  }

  // The place before a move.
  before([line, index]) {
    if (index > 0 || line === 0) return [line, Math.max(index - 1, -1)];
    const { in: parent, at } = this.lines[line];
    return this.before([parent, Math.min(at, this.lines[parent].moves.length)]);
  }

  after([line, index]) {
    return index + 1 < this.lines[line].moves.length ? [line, index + 1] : null;
  }

  end([line]) {
    return [line, this.lines[line].moves.length - 1];
  }

  ply([line, index]) {
    return this.lines[line].ply + index;
  }

  // The number and the side of a move, which may be one that nobody could play.
  count(place) {
    const half = this.ply(place) + (this.second ? 1 : 0);
    const begins = half % 2 === 1;
    return { text: `${Math.ceil(half / 2)}.`, begins };
  }

  // The position at a place: a character a square, and the side to move.
  position(place) {
    const steps = [];
    let at = place;
    while (!this.known.has(String(at))) {
      steps.push(at);
      at = this.before(at);
    }
    let position = this.known.get(String(at));
    for (const step of steps.reverse()) {
      position = this.played(position, this.move(step));
      this.known.set(String(step), position);
    }
    return position;
  }

  played(position, move) {
    if (!move.c) return position;
    const pieces = [...position.pieces];
    for (const [square, piece] of move.c) pieces[square - 1] = piece || ".";
    return { pieces, turn: move.u };
  }

  // The variations that replace the move at a place.
  variations(place) {
    return this.branches.get(String(place)) || [];
  }

  // Into the first variation of a move, or from one variation to the next.
  enter(place) {
    const own = this.variations(place);
    if (own.length) return [own[0], 0];
    if (place[1] !== 0 || place[0] === 0) return null;
    const { in: parent, at } = this.lines[place[0]];
    const others = this.variations([parent, at]);
    const next = others[others.indexOf(place[0]) + 1];
    return next === undefined ? null : [next, 0];
  }

  // From anywhere in a variation to the move that it replaces.
  leave([line]) {
    if (line === 0) return null;
    const { in: parent, at } = this.lines[line];
    return this.lines[parent].moves.length ? [parent, at] : START;
  }

  // The latest time that each side has told, up to a place.
  clocks(place) {
    const found = {};
    for (let at = place; at[1] >= 0 && Object.keys(found).length < 2; at = this.before(at)) {
      const told = this.move(at).k;
      const side = this.position(this.before(at)).turn;
      if (told && !(side in found)) found[side] = told[0];
    }
    return found;
  }

  worst() {
    const order = ["error", "warning", "info"];
    const found = order.filter((one) => this.findings.some(({ severity }) => severity === one));
    return found[0];
  }
}
