// The board: where its squares are, and the picture of a position.

const SVG = "http://www.w3.org/2000/svg";
const CELL = 100;
const FRAME = 30;
const FRAME_WITH_COORDINATES = 46;
const STEP_MILLISECONDS = 170;

// What damas_cli/rules/board.py says of a board, made of the same six values.
function makeBoard([width, height, leftPlays, firstSquare, a1, algebraic]) {
  const upwards = (count, low) => [...Array(count).keys()].map((i) => (low ? i : count - 1 - i));
  const rows = upwards(height, firstSquare.startsWith("bottom"));
  const files = upwards(width, firstSquare.endsWith("left"));
  const places = [null];
  for (const row of rows)
    for (const file of files)
      if ((file + row) % 2 === (leftPlays ? 0 : 1)) places.push([file, row]);
  const name = ([file, row]) =>
    "abcdefghijkl"[a1.endsWith("left") ? file : width - 1 - file] +
    (a1.startsWith("bottom") ? row + 1 : height - row);
  const label = (square) => (algebraic ? name(places[square]) : String(square));
  return { width, height, places, name, label, algebraic };
}

function shape(parent, tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

// A picture of one board, seen from one side.
class Picture {
  constructor(board, { turned, squares, labels, crown }) {
    this.board = board;
    this.turned = turned;
    this.crown = crown;
    this.labels = labels === "auto" ? (board.algebraic ? "coordinates" : "numbers") : labels;
    this.frame = this.labels === "coordinates" ? FRAME_WITH_COORDINATES : FRAME;
    this.width = board.width * CELL + 2 * this.frame;
    this.height = board.height * CELL + 2 * this.frame;
    const size = `0 0 ${this.width} ${this.height}`;
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", size);
    this.svg.setAttribute("role", "img");
    this.svg.setAttribute("class", squares === "light" ? "on-light" : "on-dark");
    this.drawGround();
    this.marks = shape(this.svg, "g", {});
    this.drawLabels();
    this.track = shape(this.svg, "g", {});
    this.pieces = shape(this.svg, "g", {});
    this.turnMark = shape(this.svg, "circle", { r: 9, cx: this.width - this.frame / 2 });
  }

  corner(square) {
    const [file, row] = this.board.places[square];
    const column = this.turned ? this.board.width - 1 - file : file;
    const line = this.turned ? row : this.board.height - 1 - row;
    return [this.frame + column * CELL, this.frame + line * CELL];
  }

  middle(square) {
    return this.corner(square).map((at) => at + CELL / 2);
  }

  outline(squares) {
    return squares
      .map((square) => `M${this.corner(square).join(" ")}h${CELL}v${CELL}h-${CELL}z`)
      .join("");
  }

  drawGround() {
    const [across, down] = [this.board.width * CELL, this.board.height * CELL];
    const inner = { x: this.frame, y: this.frame, width: across, height: down };
    const outer = { x: 3, y: 3, width: this.width - 6, height: this.height - 6, rx: 10 };
    shape(this.svg, "rect", { ...outer, class: "edge" });
    shape(this.svg, "rect", { ...inner, class: "resting" });
    const squares = this.board.places.map((_, square) => square).slice(1);
    shape(this.svg, "path", { d: this.outline(squares), class: "playing" });
    shape(this.svg, "rect", { ...inner, class: "border" });
  }

  drawLabels() {
    if (this.labels === "none") return;
    const group = shape(this.svg, "g", { class: this.labels });
    if (this.labels === "numbers") {
      for (let square = 1; square < this.board.places.length; square++) {
        const [x, y] = this.corner(square);
        shape(group, "text", { x: x + 5, y: y + 20 }, String(square));
      }
    } else this.drawCoordinates(group);
  }

  drawCoordinates(group) {
    const half = this.frame / 2;
    const write = (text, x, y) => shape(group, "text", { x, y: y + 10 }, text);
    for (let square = 1; square < this.board.places.length; square++) {
      const place = this.board.places[square];
      const name = this.board.name(place);
      const [x, y] = this.middle(square);
      if (place[1] < 2) for (const at of [half, this.height - half]) write(name[0], x, at);
      if (place[0] < 2) for (const at of [half, this.width - half]) write(name.slice(1), at, y);
    }
  }

  // Show `pieces` (a character a square) and the move that led there, if any.
  show(pieces, turn, move, description) {
    this.svg.setAttribute("aria-label", description);
    for (const group of [this.marks, this.track, this.pieces]) group.replaceChildren();
    if (move && move.p) this.drawMove(move, turn);
    pieces.forEach((piece, index) => {
      if (piece !== ".") this.drawPiece(piece, index + 1);
    });
    const below = (turn === "W") !== this.turned;
    this.turnMark.setAttribute("cy", below ? this.height - this.frame / 2 : this.frame / 2);
    this.turnMark.setAttribute("class", `turn ${turn.toLowerCase()}`);
  }

  drawPiece(piece, square) {
    const [x, y] = this.middle(square);
    const group = shape(this.pieces, "g", {
      class: `piece ${piece.toLowerCase()}`,
      transform: `translate(${x} ${y})`,
      "data-square": square,
      "data-piece": piece,
    });
    // Moved by itself when a move is shown, while the group stays where the piece belongs.
    const body = shape(group, "g", {});
    if (piece === piece.toLowerCase()) {
      shape(body, "circle", { r: 36 });
      shape(body, "circle", { r: 25, class: "groove" });
    } else {
      shape(body, "circle", { r: 36, cy: 7 });
      shape(body, "circle", { r: 36, cy: -2 });
      shape(body, "path", { d: this.crown, transform: "translate(0 -2)", class: "crown" });
    }
  }

  drawMove({ p: path, x: captured = [] }, turn) {
    shape(this.marks, "path", {
      d: this.outline([path[0], path[path.length - 1]]),
      class: "highlight",
    });
    for (const square of captured) {
      const [cx, cy] = this.middle(square);
      shape(this.marks, "circle", { cx, cy, r: 34, class: `ghost ${turn.toLowerCase()}` });
    }
    this.drawWay(path.map((square) => this.middle(square)));
    for (const square of captured) this.drawCross(...this.middle(square));
  }

  drawCross(x, y) {
    for (const layer of ["casing", "taken"])
      shape(this.track, "path", { d: `M${x - 17} ${y - 17}l34 34m0-34l-34 34`, class: layer });
  }

  drawWay(points) {
    const [[x, y], [beforeX, beforeY]] = [points[points.length - 1], points[points.length - 2]];
    const [right, down] = [Math.sign(x - beforeX), Math.sign(y - beforeY)];
    // The line stops short of the piece, the head touches it.
    const at = (back, aside) =>
      `${x - right * back - down * aside} ${y - down * back + right * aside}`;
    const line = [...points.slice(0, -1).map((point) => point.join(" ")), at(46, 0)].join(" ");
    const head = [at(28, 0), at(52, 17), at(52, -17)].join(" ");
    for (const layer of ["casing", "way"]) {
      shape(this.track, "polyline", { points: line, class: layer });
      shape(this.track, "polygon", { points: head, class: layer });
    }
    const [cx, cy] = points[0];
    shape(this.track, "circle", { cx, cy, r: 16, class: "origin" });
  }

  // Let the piece that moved run along its way.
  run({ p: path }) {
    const last = path[path.length - 1];
    const body = this.pieces.querySelector(`[data-square="${last}"] > g`);
    if (!body) return;
    const [x, y] = this.middle(last);
    const steps = path.map((square) => {
      const [fromX, fromY] = this.middle(square);
      return { transform: `translate(${fromX - x}px, ${fromY - y}px)` };
    });
    body.parentNode.parentNode.append(body.parentNode);
    body.animate(steps, { duration: STEP_MILLISECONDS * (path.length - 1), easing: "ease-in-out" });
  }
}
