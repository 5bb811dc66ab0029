// The page: which game is open, where in it the reader is, and what keys and fingers do.

const SWIPE_PIXELS = 40;
// What is kept free above and below the chosen move.
const ROOM_PIXELS = 40;

const byId = (id) => document.getElementById(id);
const settings = JSON.parse(document.querySelector("script.settings").textContent);
const sources = [...document.querySelectorAll("script.game")];

function say(key, values = {}) {
  return settings.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const state = { game: null, list: null, picture: null, place: START, turned: false, chosen: -1 };
state.turned = settings.orientation === "black";

// ---- a game

function readGame(index) {
  return new Game(JSON.parse(sources[index].textContent));
}

function openGame(index) {
  state.game = readGame(index);
  state.chosen = index;
  showHead();
  showMoves();
  newPicture();
  go(START);
  markChosen();
}

function players(game) {
  return [game.tag("White") || say("no-white"), game.tag("Black") || say("no-black")];
}

function facts(game, names) {
  const told = names.map((name) => [name, game.tag(name)]).filter(([, value]) => value);
  return told.map(([name, value]) => (name === "Round" ? say("round", { value }) : value)).join(" · ");
}

function showHead() {
  const { game } = state;
  const title = players(game).join(" – ");
  byId("event").textContent = game.tag("Event") || title;
  byId("details").textContent = facts(game, ["Site", "Date", "Round"]);
  document.title = game.tag("Event") ? `${title} · ${game.tag("Event")}` : title;
  const terms = game.tags.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]);
  byId("tags").lastElementChild.replaceChildren(...terms);
  byId("tags").hidden = !game.tags.length;
}

function showMoves() {
  const { game } = state;
  const list = new MoveList(game, { choose: go, explain });
  state.list = list;
  const placed = new Set(game.lines.flatMap(({ moves }) => moves.flatMap(({ f = [] }) => f)));
  const rest = game.findings.filter((_, index) => !placed.has(index));
  byId("notes").replaceChildren(...rest.map((one) => list.finding(one)));
  byId("moves").replaceChildren(...list.parts, element("p", "result", game.result));
  byId("unread").hidden = game.raw === null;
  byId("raw").textContent = game.raw || "";
  byId("problem").hidden = game.layout !== null;
  byId("problem").textContent = say("no-board");
  byId("score").scrollTop = 0;
}

function newPicture() {
  const { game, turned } = state;
  byId("table").hidden = !game.layout;
  state.picture = game.layout && new Picture(game.layout, { ...settings, turned });
  byId("board").replaceChildren(...(state.picture ? [state.picture.svg] : []));
}

// ---- a place in it

function go(place, { runs = false } = {}) {
  state.place = place;
  const move = place[1] >= 0 ? state.game.move(place) : null;
  if (state.picture) {
    const { pieces, turn } = state.game.position(place);
    const shown = move && move.c ? move : null;
    state.picture.show(pieces, turn, shown, described(pieces, turn));
    if (runs && shown && shown.p && !reducesMotion()) state.picture.run(shown);
  }
  showPlayers();
  showControls();
  markMove();
  byId("said").textContent = said(place);
}

const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What stands where, as the diagrams of damas tell it.
function described(pieces, turn) {
  const { layout } = state.game;
  const standing = (piece, one, several) => {
    const squares = pieces.flatMap((other, i) => (other === piece ? [layout.label(i + 1)] : []));
    const key = squares.length === 1 ? one : several;
    return squares.length ? say(key, { squares: squares.join(", ") }) : "";
  };
  const [white, black] = ["w", "b"].map((man) =>
    [standing(man, "man", "men"), standing(man.toUpperCase(), "king", "kings")]
      .filter(Boolean)
      .join("; ") || say("no-pieces"),
  );
  const toMove = say(turn === "W" ? "white-to-move" : "black-to-move");
  return say("described", { white, black, turn: toMove });
}

// What a listener is told of a move.
function said(place) {
  const { game } = state;
  if (place[1] < 0) return say("start");
  const move = game.move(place);
  const key = game.position(game.before(place)).turn === "W" ? "white-moves" : "black-moves";
  const parts = [say(key, { number: game.count(place).text, move: move.t })];
  if (!move.c) parts.push(say("not-played"));
  if (move.x && game.layout)
    parts.push(say("takes", { squares: move.x.map((square) => game.layout.label(square)).join(", ") }));
  if (place[0]) parts.push(say("variation"));
  const found = (move.f || []).map((index) => game.findings[index]);
  return [parts.join(", "), ...found.map(({ code, text }) => `${code}: ${text}`)].join(". ");
}

function showPlayers() {
  const { game, place, turned } = state;
  const clocks = game.layout ? game.clocks(place) : {};
  const turn = game.position(place).turn;
  const lines = [["W", "w"], ["B", "b"]].map(([side, letter], index) => {
    const line = [element("span", `disc ${letter}`), element("span", "name", players(game)[index])];
    if (side in clocks) {
      const [kind, time] = clocks[side];
      const clock = element("span", "clock", time);
      clock.title = settings.clocks[kind];
      line.push(clock);
    }
    return line;
  });
  const [near, far] = turned ? [1, 0] : [0, 1];
  for (const [id, index] of [["near", near], ["far", far]]) {
    byId(id).replaceChildren(...lines[index]);
    byId(id).classList.toggle("to-move", (turn === "W") === (index === 0));
  }
}

function showControls() {
  const { game, place } = state;
  const atStart = place[1] < 0;
  const atEnd = !game.after(place);
  for (const [id, off] of [["first", atStart], ["back", atStart], ["forward", atEnd], ["last", atEnd]])
    byId(id).setAttribute("aria-disabled", off);
}

function markMove() {
  const { buttons } = state.list;
  for (const one of buttons.values()) {
    if (one.hasAttribute("aria-current")) one.removeAttribute("aria-current");
    one.tabIndex = -1;
  }
  const current = buttons.get(String(state.place));
  const entry = current || buttons.values().next().value;
  if (entry) entry.tabIndex = 0;
  if (!current) {
    byId("score").scrollTop = 0;
    return;
  }
  current.setAttribute("aria-current", "true");
  bringIntoView(current);
}

// Scroll the list of moves, or the page where the list has no scrolling of its own.
function bringIntoView(current) {
  const score = byId("score");
  const box = current.getBoundingClientRect();
  const scrolls = score.scrollHeight > score.clientHeight + 1;
  const frame = scrolls ? score.getBoundingClientRect() : freeWindow();
  const above = box.top - frame.top - ROOM_PIXELS;
  const below = box.bottom - frame.bottom + ROOM_PIXELS;
  if (above >= 0 && below <= 0) return;
  (scrolls ? score : window).scrollBy(0, above < 0 ? above : below);
}

// The part of the window that a board which stays in view leaves free.
function freeWindow() {
  const table = byId("table");
  const stays = getComputedStyle(table).position === "sticky";
  const beside = table.getBoundingClientRect().right <= byId("score").getBoundingClientRect().left;
  return { top: stays && !beside ? table.offsetHeight : 0, bottom: innerHeight };
}

const actions = {
  first: () => state.place[1] >= 0 && go(START),
  back: () => state.place[1] >= 0 && go(state.game.before(state.place)),
  forward: () => move(state.game.after(state.place)),
  last: () => go(state.game.end(state.place)),
  enter: () => move(state.game.enter(state.place)),
  leave: () => move(state.game.leave(state.place)),
  flip: () => {
    state.turned = !state.turned;
    newPicture();
    go(state.place);
    return true;
  },
};

// Go to `place` with the piece running there; false if there is no such place.
function move(place) {
  if (!place) return false;
  go(place, { runs: true });
  return true;
}

// ---- explanations

function explain(code) {
  const [[, title], ...parts] = settings.codes[code];
  byId("rule-title").replaceChildren(element("span", "code", code), ` ${title}`);
  const told = parts.flatMap(([heading, text]) => [element("h3", "", heading), element("p", "", text)]);
  byId("rule-text").replaceChildren(...told);
  byId("rule").showModal();
}

// ---- the list of games

function listGames() {
  const items = sources.map((_, index) => listItem(readGame(index), index));
  byId("list").append(...items);
  byId("games").hidden = sources.length < 2;
  document.body.classList.toggle("several", sources.length > 1);
  countShown(items.length);
}

function listItem(game, index) {
  const names = players(game).map((name) => element("span", "name", name));
  const line = element("span", "pair", names[0], " – ", names[1]);
  const under = [String(game.number), facts(game, ["Round", "Date", "Event"])].filter(Boolean);
  const open = button("", "", () => chooseGame(index));
  const worst = game.worst();
  const right = element("span", "outcome", game.result);
  if (worst && worst !== "info") right.append(icon(worst));
  open.append(line, right, element("span", "facts", under.join(" · ")));
  const item = element("li", "", open);
  item.dataset.text = plain([game.number, game.result, ...game.tags.map(([, value]) => value)].join(" "));
  return item;
}

// Without accents and capitals: "Ibáñez" is found by "ibanez".
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function filterGames() {
  const words = plain(byId("filter").value).split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of byId("list").children) {
    item.hidden = !words.every((word) => item.dataset.text.includes(word));
    if (!item.hidden) shown += 1;
  }
  countShown(shown);
}

function countShown(shown) {
  byId("count").textContent = say("shown", { shown, all: sources.length });
  byId("none").hidden = shown > 0;
}

function chooseGame(index) {
  openGame(index);
  if (isNarrow.matches) byId("games").open = false;
}

function markChosen() {
  for (const one of byId("list").querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
  const item = byId("list").children[state.chosen];
  if (!item) return;
  item.firstElementChild.setAttribute("aria-current", "true");
}

// ---- keys, fingers, windows

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "leave",
  ArrowDown: "enter",
  Home: "first",
  End: "last",
  f: "flip",
  F: "flip",
};

function onKey(event) {
  const name = KEYS[event.key];
  const typing = event.target.closest("input, dialog, pre");
  if (!name || typing || event.altKey || event.ctrlKey || event.metaKey) return;
  const hadFocus = document.activeElement && document.activeElement.classList.contains("move");
  // Where there is nothing to enter or to leave, the arrow scrolls as ever.
  if (actions[name]() === false && /Up|Down/.test(event.key)) return;
  event.preventDefault();
  const current = byId("moves").querySelector("[aria-current]");
  if (hadFocus && current) current.focus({ preventScroll: true });
}

function listenToSwipes() {
  let start = null;
  byId("board").addEventListener("pointerdown", (event) => {
    start = event.isPrimary ? [event.clientX, event.clientY] : null;
  });
  byId("board").addEventListener("pointerup", (event) => {
    if (!start) return;
    const [across, down] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(across) < SWIPE_PIXELS || Math.abs(across) < 2 * Math.abs(down)) return;
    actions[across < 0 ? "forward" : "back"]();
  });
}

const isNarrow = matchMedia("(max-width: 1099px)");

function fitWindow() {
  byId("games").open = !isNarrow.matches;
}

function start() {
  byId("page").hidden = false;
  if (!sources.length) {
    byId("event").textContent = say("no-games");
    for (const id of ["table", "score"]) byId(id).hidden = true;
    return;
  }
  for (const id of ["first", "back", "forward", "last", "flip"])
    byId(id).addEventListener("click", () => actions[id]());
  byId("filter").addEventListener("input", filterGames);
  document.addEventListener("keydown", onKey);
  isNarrow.addEventListener("change", fitWindow);
  listenToSwipes();
  listGames();
  fitWindow();
  openGame(0);
}

start();
