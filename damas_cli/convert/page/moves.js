// The list of moves: the main line in two columns, variations as blocks below what they replace.
//
// Nothing here is recursive, and blocks are not nested: variations may be a thousand deep.

// Deeper variations are not moved further in.
const DEEPEST = 6;

const ICONS = {
  error: "M8.5 8.5l7 7m0-7l-7 7",
  warning: "M12 8v5.2M12 16.4v.2",
  info: "M12 11v5.5M12 7.4v.2",
};
const ICON_SHAPES = {
  error: "M12 2.5a9.5 9.5 0 100 19 9.5 9.5 0 000-19z",
  warning: "M12 2.8L22.4 21H1.6z",
  info: "M4.5 3h15A1.5 1.5 0 0121 4.5v15a1.5 1.5 0 01-1.5 1.5h-15A1.5 1.5 0 013 19.5v-15A1.5 1.5 0 014.5 3z",
};

function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

function button(className, text, act) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

function icon(severity) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${severity}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say(severity));
  shape(svg, "path", { d: ICON_SHAPES[severity], class: "body" });
  shape(svg, "path", { d: ICONS[severity], class: "sign" });
  return svg;
}

function* noteItems(notes = []) {
  for (const [kind, value] of notes) yield { [kind]: value };
}

function* lineItems(game, line) {
  const { notes, moves } = game.lines[line];
  yield* noteItems(notes);
  for (let index = 0; index < moves.length; index++) {
    yield { move: [line, index] };
    yield* noteItems(moves[index].n);
  }
}

// All of a game in the order of its text, each with the depth that it stands at.
function* gameItems(game) {
  const open = [lineItems(game, 0)];
  while (open.length) {
    const { value, done } = open[open.length - 1].next();
    if (done) open.pop();
    else if (value.v !== undefined) open.push(lineItems(game, value.v));
    else yield { ...value, depth: open.length - 1, part: open[open.length - 1] };
  }
}

class MoveList {
  constructor(game, { choose, explain }) {
    this.game = game;
    this.choose = choose;
    this.explain = explain;
    this.buttons = new Map();
    this.parts = [];
    this.part = null;
    for (const item of gameItems(game)) this.add(item);
  }

  add({ move, c: comment, s: setup, depth, part }) {
    if (part !== this.part) this.open(depth, part);
    if (move) this.addMove(move, depth);
    else this.interrupt(element("p", "comment", comment ?? say("setup", { text: setup })));
  }

  // Begin a block: another line, or one that goes on after its variations.
  open(depth, part) {
    this.part = part;
    this.block = element("div", depth ? "variation" : "main");
    if (depth) {
      this.block.style.setProperty("--depth", Math.min(depth, DEEPEST));
      this.block.setAttribute("role", "group");
      this.block.setAttribute("aria-label", say("variation"));
    }
    this.parts.push(this.block);
    this.fresh = true;
  }

  interrupt(...content) {
    this.block.append(...content);
    this.fresh = true;
  }

  addMove(place, depth) {
    const { text: number, begins } = this.game.count(place);
    if (begins || this.fresh) {
      this.block.append(element("span", "number", begins || !depth ? number : number.replace(".", "…")), " ");
      if (!begins && !depth) this.block.append(element("span", "gap", "…"), " ");
    }
    this.fresh = false;
    this.block.append(this.moveButton(place), " ");
    const found = (this.game.move(place).f || []).map((index) => this.game.findings[index]);
    if (found.length) this.interrupt(...found.map((one) => this.finding(one)));
  }

  moveButton(place) {
    const move = this.game.move(place);
    const made = button("move", move.t, () => this.choose(place));
    made.tabIndex = -1;
    made.dataset.place = place;
    for (const nag of move.g || []) {
      const [sign, meaning] = settings.nags[nag] || [nag, nag];
      const mark = element("span", "nag", sign);
      mark.title = meaning;
      made.append(mark);
    }
    const found = (move.f || []).map((index) => this.game.findings[index].severity);
    if (found.length) made.classList.add(found.includes("error") ? "error" : found[0]);
    if (!move.c) made.classList.add("unplayed");
    made.title = [...(move.k || []).map(([kind, time]) => `${settings.clocks[kind]}: ${time}`)]
      .concat(move.c ? [] : [say("not-played")])
      .join("; ");
    this.buttons.set(String(place), made);
    return made;
  }

  finding({ code, severity, text, legal, more, article }) {
    const link = button("code", code, () => this.explain(code));
    link.setAttribute("aria-label", say("explain", { code }));
    link.title = link.getAttribute("aria-label");
    const made = element("p", `finding ${severity}`, icon(severity), link, ` ${text}`);
    if (legal) {
      const values = { moves: legal.join(", "), more };
      made.append(element("span", "aside", say(more ? "more" : "legal", values)));
    }
    if (article) made.append(element("span", "aside", say("article", { article })));
    return made;
  }
}
