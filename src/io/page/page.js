/* page.js - plays a run: one state (minute, seat, language, tab, chosen body), drawn anew whenever it changes.
 * Texts reach the page by textContent and attributes only. SPDX-License-Identifier: Apache-2.0 */
"use strict";
(() => {
const D = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id), SVG = "http://www.w3.org/2000/svg";
const W = D.size[0], H = D.size[1], F = D.frames, LAST = F.length - 1, DAY = 1440;
const S = { frame: 0, part: 0, play: false, lang: D.lang, tab: "chronicle", seat: -1, ghost: true, brief: D.story[0].length > 1500, body: -1, fight: -1, box: [0, 0, W, H] };

/* ---- words */
const say = pair => pair ? (pair[S.lang] !== undefined ? pair[S.lang] : pair[0]) : "";
const t = (id, slots) => { let s = say(D.ui[id]) || id; for (const k in slots || {}) s = s.split("{" + k + "}").join(slots[k]); return s; };
const num = n => String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ",");
const about = n => { const k = Math.pow(10, Math.max(0, String(Math.round(n)).length - 2)); return Math.round(n / k) * k; }; /* two figures */
const BR = "子丑寅卯辰巳午未申酉戌亥", KE = ["", "一刻", "二刻", "三刻"];
const two = n => (n < 10 ? "0" : "") + n;
function clock(min, plain) {
  const m = ((D.clock0 + min) % DAY + DAY) % DAY, h = Math.floor(m / 60), hhmm = two(h) + ":" + two(Math.floor(m % 60));
  if (!S.lang || plain) return hhmm;
  const z = (m + 60) % DAY;
  return BR[Math.floor(z / 120)] + (Math.floor(z / 60) % 2 ? "正" : "初") + KE[Math.floor(z % 60 / 15)] + " " + hhmm;
}
const dayOf = min => Math.floor((D.clock0 + min) / DAY);
const when = min => (D.days.length > 1 ? t("day_n", { n: dayOf(min) + 1 }) + " " : "") + clock(min, true);
const span = min => min < 60 ? t("minutes", { n: Math.round(min) }) : t("hours", { n: Math.round(min / 6) / 10 });
const bodyName = b => b >= 0 && D.bodies[b] ? say(D.bodies[b][1]) : "";
const colour = side => D.colours[side] || "#5b5348";

/* ---- tracks: lists of [frames since the last, numbers...] behind a head */
function track(name, index) {
  const raw = D[name][index];
  if (!raw) return null;
  const heads = D.heads[name], at = [], values = [];
  let f = 0;
  for (let i = heads; i < raw.length; i++) { f += raw[i][0]; at.push(f); values.push(raw[i].slice(1)); }
  return { head: raw.slice(0, heads), at, values };
}
function tracks(name) { return D[name].map((_, i) => track(name, i)); }
function lookup(tr, frame) {
  if (!tr || !tr.at.length || frame < tr.at[0]) return null;
  let low = 0, high = tr.at.length - 1;
  while (low < high) { const mid = (low + high + 1) >> 1; if (tr.at[mid] <= frame) low = mid; else high = mid - 1; }
  return tr.values[low];
}
const T = {};
for (const name of ["place", "men", "state", "gauge", "pool", "rider", "fight", "ford", "sky", "tally", "belief", "works"]) T[name] = tracks(name);
for (const tr of T.place) tr.values = tr.values.map(v => { let x = 0, y = 0; const out = []; for (let i = 0; i + 1 < v.length; i += 2) { x += v[i]; y += v[i + 1]; out.push([x / 10, y / 10]); } return out; });
const menOf = (b, frame) => { const v = lookup(T.men[b], frame); let n = 0; for (let i = 0; v && i + 1 < v.length; i += 2) if (v[i] <= 6) n += v[i + 1]; return n; };
const ordersOf = D.bodies.map(() => []);
for (const o of D.orders) if (ordersOf[o[0]]) ordersOf[o[0]].push(o);
const beliefsOf = D.bodies.map(() => []);
for (const b of T.belief) if (beliefsOf[b.head[0]]) beliefsOf[b.head[0]].push(b);

/* ---- lines: lengths, points along, between two moments */
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const lengthOf = p => { let d = 0; for (let i = 1; i < p.length; i++) d += far(p[i - 1], p[i]); return d; };
function along(p, share) {
  let left = lengthOf(p) * share;
  for (let i = 1; i < p.length; i++) {
    const d = far(p[i - 1], p[i]);
    if (left <= d && d > 0) { const k = left / d; return [p[i - 1][0] + k * (p[i][0] - p[i - 1][0]), p[i - 1][1] + k * (p[i][1] - p[i - 1][1])]; }
    left -= d;
  }
  return p[p.length - 1];
}
function between(a, b, k) {
  if (!k || !b || !b.length || a === b) return a;
  if (!a || !a.length) return k > .5 ? b : a;
  const n = a.length === 1 && b.length === 1 ? 0 : 14, out = [];
  for (let i = 0; i <= n; i++) { const s = n ? i / n : 0, p = along(a, s), q = along(b, s); out.push([p[0] + k * (q[0] - p[0]), p[1] + k * (q[1] - p[1])]); }
  return out;
}
const d = p => p.length ? "M" + p.map(q => q[0].toFixed(1) + " " + q[1].toFixed(1)).join("L") : "M0 0";
/* A column pushed aside to the right of its march, so that those who share a road lie side by side. */
function aside(p, off) {
  if (!off) return p;
  return p.map((q, i) => {
    const a = p[Math.max(0, i - 1)], b = p[Math.min(p.length - 1, i + 1)], l = far(a, b) || 1;
    return [q[0] + off * (b[1] - a[1]) / l, q[1] - off * (b[0] - a[0]) / l];
  });
}

/* ---- small makers */
function el(tag, attributes, parent, text) {
  const e = document.createElement(tag);
  for (const k in attributes || {}) if (attributes[k] !== null) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  if (parent) parent.appendChild(e);
  return e;
}
function sv(tag, attributes, parent) {
  const e = document.createElementNS(SVG, tag);
  set(e, attributes);
  if (parent) parent.appendChild(e);
  return e;
}
function set(e, attributes) { for (const k in attributes) { const v = String(attributes[k]); if (e.getAttribute(k) !== v) e.setAttribute(k, v); } }
const empty = e => { while (e.firstChild) e.removeChild(e.firstChild); };
const press = (e, f) => { e.addEventListener("click", f); e.addEventListener("keydown", k => { if (k.key === "Enter" || k.key === " ") { k.preventDefault(); k.stopPropagation(); f(k); } }); };

/* ---- the map's frame */
const map = $("map");
$("stage").style.setProperty("--ratio", ((D.war[3] - D.war[1]) / (D.war[2] - D.war[0] || 1)).toFixed(3));
set($("wholebox"), { width: W, height: H });
for (const id of ["night", "fall"]) set($(id), { x: -40, y: -40, width: W + 80, height: H + 80 });
$("paper").setAttribute("transform", "translate(" + -D.origin[0] / 10 + " " + -D.origin[1] / 10 + ")");
let K = 1; /* sheet units to a pixel */
let printed = [], minor = []; /* boxes of the names printed on the ground; the minor ones give way to the war */
function frameMap() {
  const r = map.getBoundingClientRect();
  map.setAttribute("viewBox", S.box.map(v => v.toFixed(2)).join(" "));
  K = Math.max(S.box[2] / (r.width || 1), S.box[3] / (r.height || 1));
  const scale = Math.max(.55, Math.min(2.1, K * 1.02));
  for (const g of document.querySelectorAll(".names")) {
    g.classList.toggle("on", +g.dataset.lang === S.lang);
    if (!g.classList.contains("on")) continue;
    for (const e of g.querySelectorAll("text")) {
      const size = parseFloat(e.getAttribute("font-size")) || 11;
      e.style.scale = scale.toFixed(2);
      e.style.visibility = K > 1.45 && size < 12 ? "hidden" : "visible";
    }
  }
  printed = []; minor = [];
  const m = map.getScreenCTM();
  if (!m) return;
  const back = m.inverse();
  for (const e of document.querySelectorAll(".names.on text")) {
    if (e.style.visibility === "hidden" || (parseFloat(e.getAttribute("font-size")) || 11) > 18 || /rotate|matrix/.test((e.getAttribute("transform") || "") + (e.parentNode.getAttribute("transform") || ""))) continue;
    const b = e.getBoundingClientRect();
    const box = [b.left * back.a + back.e, b.top * back.d + back.f, b.right * back.a + back.e, b.bottom * back.d + back.f];
    if ((parseFloat(e.getAttribute("font-size")) || 11) < 14) minor.push({ e, box }); else printed.push(box);
  }
}
/* The war in the middle, the sheet about it as far as the stage reaches. */
let moved = 0, wandered = false;
function home() {
  const r = map.getBoundingClientRect(), shape = (r.width || 4) / (r.height || 3);
  let w = D.war[2] - D.war[0], h = D.war[3] - D.war[1];
  if (w / h < shape) w = h * shape; else h = w / shape;
  const slide = (low, high, want, all) => { const at = (low + high - want) / 2; return want > all ? (all - want) / 2 : Math.max(0, Math.min(all - want, at)); };
  return [slide(D.war[0], D.war[2], w, W), slide(D.war[1], D.war[3], h, H), w, h];
}
function zoom(by, x, y) {
  wandered = true;
  const [bx, by0, w, h] = S.box, nw = Math.min(W * 1.3, Math.max(W / 24, w * by)), k = nw / w;
  x = x === undefined ? bx + w / 2 : x; y = y === undefined ? by0 + h / 2 : y;
  S.box = hold([x - (x - bx) * k, y - (y - by0) * k, nw, h * k]);
  frameMap(); draw();
}
function hold(b) {
  b[0] = Math.max(-b[2] * .4, Math.min(W - b[2] * .6, b[0]));
  b[1] = Math.max(-b[3] * .4, Math.min(H - b[3] * .6, b[1]));
  return b;
}
function sheetAt(e) {
  const p = map.createSVGPoint(); p.x = e.clientX; p.y = e.clientY;
  const q = p.matrixTransform(map.getScreenCTM().inverse());
  return [q.x, q.y];
}
map.addEventListener("wheel", e => { e.preventDefault(); const p = sheetAt(e); zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, p[0], p[1]); }, { passive: false });
const fingers = new Map();
map.addEventListener("pointerdown", e => { fingers.set(e.pointerId, [e.clientX, e.clientY]); moved = 0; });
window.addEventListener("pointermove", e => {
  const was = fingers.get(e.pointerId);
  if (!was) return;
  const others = [...fingers].filter(f => f[0] !== e.pointerId), now = [e.clientX, e.clientY];
  moved += far(was, now);
  if (moved > 6) map.classList.add("drag");
  if (others.length) {
    const o = others[0][1], a = far(was, o), b = far(now, o);
    const p = sheetAt({ clientX: (o[0] + now[0]) / 2, clientY: (o[1] + now[1]) / 2 });
    fingers.set(e.pointerId, now);
    if (a > 10 && b > 10) zoom(a / b, p[0], p[1]);
    return;
  }
  fingers.set(e.pointerId, now);
  wandered = true;
  S.box = hold([S.box[0] - (now[0] - was[0]) * K, S.box[1] - (now[1] - was[1]) * K, S.box[2], S.box[3]]);
  frameMap();
});
const lift = e => { fingers.delete(e.pointerId); setTimeout(() => map.classList.remove("drag"), 0); };
window.addEventListener("pointerup", lift);
window.addEventListener("pointercancel", lift);
map.addEventListener("click", e => { if (moved <= 6 && !e.target.closest(".body")) choose(-1, -1); });

/* ---- labels: greedy, the bigger first, each keeping last time's spot when it can */
const meets = (b, o) => b[0] < o[2] && b[2] > o[0] && b[1] < o[3] && b[3] > o[1];
/* Boxes by cells of the sheet, so that many bodies ask few neighbours. */
function grid(cell) {
  const cells = new Map();
  const each = (b, f) => {
    for (let x = Math.floor(b[0] / cell), x1 = Math.floor(b[2] / cell); x <= x1; x++)
      for (let y = Math.floor(b[1] / cell), y1 = Math.floor(b[3] / cell); y <= y1; y++) if (f(x * 65536 + y)) return true;
    return false;
  };
  return {
    add(b) { each(b, k => { const l = cells.get(k); if (l) l.push(b); else cells.set(k, [b]); return false; }); },
    hits(b) { return each(b, k => { const l = cells.get(k); return l !== undefined && l.some(o => meets(b, o)); }); },
  };
}
let taken = grid(30), spots = new Map();
function label(id, at, lines, fill, clear, size, italic) {
  lines = lines.map(l => { const c = [...l]; return c.length > 34 ? c.slice(0, 32).join("") + "…" : l; });
  const px = (size || 12.5) * K, wide = Math.max(...lines.map((l, i) => [...l].reduce((w, c) => w + (c > "⺀" ? 1 : .56), 0) * px * (i ? .86 : 1)));
  const high = px * (1 + .95 * (lines.length - 1)), c = clear * K;
  const ways = [[c, -high / 2, "start"], [-c - wide, -high / 2, "end"], [-wide / 2, -c - high, "middle"], [-wide / 2, c, "middle"], [c, c * .6, "start"], [c, -high - c * .6, "start"], [-c - wide, c * .6, "end"], [-c - wide, -high - c * .6, "end"]];
  const kept = spots.get(id), order = kept === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [kept, 0, 1, 2, 3, 4, 5, 6, 7];
  for (const w of order) {
    const x = at[0] + ways[w][0], y = at[1] + ways[w][1], box = [x - 2 * K, y, x + wide + 2 * K, y + high];
    if (taken.hits(box)) continue;
    taken.add(box); spots.set(id, w);
    const anchor = ways[w][2], tx = anchor === "start" ? x : anchor === "end" ? x + wide : x + wide / 2;
    lines.forEach((l, i) => {
      const e = sv("text", { x: tx.toFixed(1), y: (y + px * (.86 + .95 * i)).toFixed(1), "text-anchor": anchor, "font-size": (px * (i ? .86 : 1)).toFixed(1), fill, "stroke-width": (3 * K).toFixed(1), class: i ? "two" : "" }, $("labels"));
      if (italic) e.setAttribute("font-style", "italic");
      e.textContent = l;
    });
    return true;
  }
  return false;
}
const dark = matchMedia("(prefers-color-scheme: dark)");
function ink(c) { /* side colours as text: lighter on a dark sheet */
  const n = parseInt(c.slice(1), 16), to = dark.matches ? 235 : 20, k = dark.matches ? .5 : .18;
  return "rgb(" + [16, 8, 0].map(s => Math.round((n >> s & 255) * (1 - k) + to * k)).join(",") + ")";
}

/* ---- bodies */
const elements = D.bodies.map((b, i) => {
  const g = sv("g", { class: "body", tabindex: 0, role: "button" }, $("bodies")), o = { g };
  o.hit = sv("path", { class: "hit", fill: "none", stroke: "#000", "stroke-opacity": 0, "pointer-events": "stroke" }, g);
  o.edge = sv("path", { class: "edge", fill: "none", stroke: "#2a241b", "stroke-linejoin": "round" }, g);
  o.fill = sv("path", { fill: "none", "stroke-linejoin": "round" }, g);
  o.ranks = sv("path", { fill: "none", stroke: "#fff", "stroke-opacity": .4 }, g);
  o.arrow = sv("path", { stroke: "#2a241b", "stroke-linejoin": "round" }, g);
  o.block = sv("g", {}, g);
  o.chief = sv("circle", { fill: "#fff", stroke: "#2a241b" }, g);
  press(g, () => choose(S.body === i ? -1 : i, -1));
  return o;
});
const LANES = [0, 1, -1, 2, -2, 3, -3];
let lanes = grid(12), ribbons = [];
const about1 = (q, r) => [q[0] - r, q[1] - r, q[0] + r, q[1] + r];
/* The first lane beside the road that no column drawn before has taken. */
function lane(p, width) {
  const cells = off => aside(p, off).reduce((list, q, i, all) => { if (i) for (let s = 0, n = Math.ceil(far(all[i - 1], q) / (width * 1.2)); s < n; s++) { const k = s / n; list.push([all[i - 1][0] + k * (q[0] - all[i - 1][0]), all[i - 1][1] + k * (q[1] - all[i - 1][1])]); } return list; }, []);
  const lay = pts => { for (const q of pts) { lanes.add(about1(q, width * .5)); ribbons.push(q); } };
  for (const l of LANES) {
    const pts = cells(l * width * 1.5), hit = pts.filter(q => lanes.hits(about1(q, width * .5))).length;
    if (hit > pts.length * .06) continue;
    lay(pts);
    return l * width * 1.5;
  }
  lay(cells(0));
  return 0;
}
/* Room for a block of these half sizes near its place; the place itself when all is full. */
function freeSpot(at, w, h) {
  for (let ring = 0; ring < 6; ring++) for (let k = 0; k < (ring ? 8 : 1); k++) {
    const a = k * Math.PI / 4, p = [at[0] + Math.cos(a) * ring * (w * 1.1 + 5 * K), at[1] + Math.sin(a) * ring * (h * 1.25 + 5 * K)], b = [p[0] - w, p[1] - h, p[0] + w, p[1] + h];
    if (taken.hits(b) || lanes.hits(b)) continue;
    taken.add(b);
    return p;
  }
  return at;
}
function standing(o, at, men, state, c) {
  const camp = state[0] === 1, broken = state[0] === 6, size = Math.min(8.5, 3.2 + .055 * Math.sqrt(men));
  const n = men > 12000 ? 6 : men > 5000 ? 5 : men > 2500 ? 4 : men > 1200 ? 3 : men > 400 ? 2 : 1, row = n > 3 ? Math.ceil(n / 2) : n, rows = n > 3 ? 2 : 1;
  const p = freeSpot(at, (camp ? 5 * row + 4 : broken ? 13 : 1.35 * size + 1.5) * K, (camp ? 5 * rows + 3.5 : broken ? 10 : size + 1.5) * K);
  const made = [p[0].toFixed(1), p[1].toFixed(1), at[0].toFixed(1), at[1].toFixed(1), K.toFixed(3), state[0], n, size.toFixed(1)].join();
  if (o.made === made) return p;
  o.made = made;
  empty(o.block);
  if (far(p, at) > 2 * K) sv("path", { d: d([at, p]), stroke: c, "stroke-width": K, fill: "none" }, o.block);
  const g = sv("g", { transform: "translate(" + p[0].toFixed(1) + " " + p[1].toFixed(1) + ") scale(" + K.toFixed(3) + ")", fill: c, stroke: "#2a241b" }, o.block);
  if (camp) {
    sv("rect", { class: "edge", x: -5 * row - 2.5, y: -5 * rows - 2, width: 10 * row + 5, height: 10 * rows + 4, rx: 2.5, fill: "#fdf8ec", "fill-opacity": .93, stroke: c, "stroke-dasharray": "2.4 1.2" }, g);
    for (let i = 0; i < n; i++) sv("use", { href: "#s-tent", x: -5 * (row - 1) + 10 * (i % row), y: -5 * (rows - 1) + 10 * Math.floor(i / row) }, g);
  } else if (broken) {
    for (const s of [[-1.1, -.5, -14], [.1, -.75, 20], [1.15, -.2, -28], [-.55, .65, 32], [.75, .75, 8]])
      sv("rect", { class: "edge", x: -3, y: -2.3, width: 6, height: 4.6, transform: "translate(" + s[0] * 7 + " " + s[1] * 7 + ") rotate(" + s[2] + ")", "fill-opacity": .75 }, g);
  } else {
    const h = size;
    sv("rect", { class: "edge", x: -1.35 * h, y: -h, width: 2.7 * h, height: 2 * h }, g);
    sv("path", { d: "M" + -1.35 * h + " " + h + "L" + 1.35 * h + " " + -h, stroke: "#fff", "stroke-opacity": .8, fill: "none" }, g);
  }
  if (state[0] === 4) sv("use", { href: "#s-glass", transform: "translate(" + (p[0] + 15 * K).toFixed(1) + " " + p[1].toFixed(1) + ") scale(" + K.toFixed(3) + ")" }, o.block);
  return p;
}
function drawBody(i) {
  const o = elements[i], men = menOf(i, S.frame), here = lookup(T.place[i], S.frame), shown = here && here.length && men > 0 && (S.seat < 0 || S.ghost || S.seat === i);
  o.at = null;
  o.g.style.display = shown ? "" : "none";
  if (!shown) return;
  const p = between(here, S.part ? lookup(T.place[i], S.frame + 1) : null, S.part), state = lookup(T.state[i], S.frame) || [0, 0, -1, 0, 0, 0];
  const side = D.bodies[i][0], c = colour(side), width = (men < 400 ? 4.6 : men < 3000 ? 6 : 7.2) * K, broken = state[0] === 6;
  const column = p.length > 1 && lengthOf(p) > 7 * K;
  o.g.classList.toggle("ghost", S.seat >= 0 && S.seat !== i);
  o.g.classList.toggle("on", S.body === i);
  o.g.setAttribute("aria-label", bodyName(i) + ", " + num(men) + " " + t("men") + ", " + say(D.doing[state[0]]));
  for (const k of ["edge", "fill", "ranks", "arrow", "chief"]) o[k].style.display = column ? "" : "none";
  o.block.style.display = column ? "none" : "";
  if (!column) {
    o.at = standing(o, p[0], men, state, c);
    set(o.hit, { d: "M" + (o.at[0] - 6 * K).toFixed(1) + " " + o.at[1].toFixed(1) + "h" + (12 * K).toFixed(1), "stroke-width": (26 * K).toFixed(1) });
    o.clear = 15;
    return;
  }
  const q = aside(p, lane(p, width)), line = d(q), moving = state[0] === 3 || broken || state[0] === 8;
  set(o.hit, { d: line, "stroke-width": (20 * K).toFixed(1) });
  set(o.edge, { d: line, "stroke-width": (width + 1.7 * K).toFixed(1), "stroke-dasharray": broken ? (5 * K) + " " + (4 * K) : "none" });
  set(o.fill, { d: line, stroke: c, "stroke-width": width.toFixed(1), "stroke-opacity": moving ? 1 : .72, "stroke-dasharray": broken ? (5 * K) + " " + (4 * K) : "none" });
  set(o.ranks, { d: line, "stroke-width": width.toFixed(1), "stroke-dasharray": (.9 * K).toFixed(2) + " " + (2.8 * K).toFixed(2) });
  const a = q[0], b = q[1], l = far(a, b) || 1, ux = (a[0] - b[0]) / l, uy = (a[1] - b[1]) / l, w = width;
  const pt = (x, y) => (a[0] + ux * x * w - uy * y * w).toFixed(1) + " " + (a[1] + uy * x * w + ux * y * w).toFixed(1);
  set(o.arrow, { d: "M" + pt(.75, 0) + "L" + pt(-.65, .82) + "L" + pt(-.3, 0) + "L" + pt(-.65, -.82) + "Z", fill: c, "stroke-width": (.9 * K).toFixed(2), opacity: moving || state[0] === 4 ? 1 : 0 });
  const m = along(q, Math.min(1, Math.max(0, state[5] / 100)));
  set(o.chief, { cx: m[0].toFixed(1), cy: m[1].toFixed(1), r: (width * .36 + .4 * K).toFixed(1), "stroke-width": K.toFixed(2) });
  o.at = along(q, .5); o.clear = 10;
}

/* ---- what else lies on the map */
const sizedUse = (href, x, y, k, more, parent) => sv("use", Object.assign({ href, transform: "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ") scale(" + k + ")" }, more), parent);
function drawFords() {
  const g = $("fords"); empty(g);
  D.crossings.forEach((c, i) => {
    const v = lookup(T.ford[i], S.frame), stand = v ? c[2] + (v[1] || 0) : 0, ice = v ? v[2] || 0 : 0, gone = c[2] > 0 && stand <= 0, built = stand > c[2] || stand > 1;
    if (!v || !(c[3] || gone || built || ice) || c[0] < 0 || c[1] < 0 || c[0] > W || c[1] > H || S.seat >= 0) return;
    const cm = v[0], hue = gone ? "#a02318" : built || ice ? "#1f6f8b" : cm > c[4] ? "#a02318" : cm > c[5] ? "#b26a00" : "#1f6f8b";
    const said = [gone ? t("bridge_gone") : built ? t("bridges").replace("{n}", stand) : "", c[3] ? (cm / 100).toFixed(2) + " m" : "", ice ? t("ice").replace("{n}", ice) : ""].filter(x => x);
    const e = sv("circle", { cx: c[0], cy: c[1], r: (5.5 * K).toFixed(1), fill: hue, "fill-opacity": .9, stroke: "#fff", "stroke-width": (1.4 * K).toFixed(1) }, g);
    sv("title", {}, e).textContent = say(c[6]) + " · " + said.join(" · ") + (!c[3] || built ? "" : " · ") + (!c[3] || built ? "" : cm > c[4] ? t("closed") : cm > c[5] ? t("wheel_limit") : t("open"));
    label("ford" + i, [c[0], c[1]], [said.join(" · ")], dark.matches ? "#9fd3e6" : hue, 8, 11.5, true);
  });
}
function drawPools() {
  const g = $("pools"); empty(g);
  if (S.seat >= 0 && !S.ghost) return;
  T.pool.forEach((p, n) => {
    const v = lookup(p, S.frame);
    if (!v || !v.length) return;
    const x = v[0] / 10, y = v[1] / 10, dots = v[2] < 20 ? 3 : v[2] < 60 ? 6 : v[2] < 200 ? 10 : 16, r = (2.5 + .42 * dots) * K;
    let path = "";
    for (let i = 0; i < dots; i++) { const a = i * 2.4 + n, q = r * Math.sqrt((i + .5) / dots); path += "M" + (x + q * Math.cos(a)).toFixed(1) + " " + (y + q * Math.sin(a)).toFixed(1) + "h0"; }
    const e = sv("path", { d: path, stroke: colour(p.head[0]), "stroke-width": (2.1 * K).toFixed(1), "stroke-linecap": "round", class: S.seat >= 0 ? "ghost" : "" }, g);
    sv("title", {}, e).textContent = t("pool_of", { n: num(v[2]), who: bodyName(p.head[1]) });
    if (v[2] >= 20 && S.seat < 0) label("pool" + n, [x, y], [num(v[2])], ink(colour(p.head[0])), 7, 10);
  });
}
function drawWorks() {
  const g = $("works"); empty(g);
  if (S.seat >= 0 && !S.ghost) return;
  for (const w of T.works) {
    const v = lookup(w, S.frame);
    if (!v || !v.length) continue;
    const d = Math.min(3, v[5] / 10), ring = !v[2] && !v[3], hue = ink(colour(v[6]));
    const long = Math.max(18 * K, (ring ? v[4] / Math.PI : v[4]) / D.metres * 1000), out = (3.4 + 1.2 * d) * K;
    const e = sv("g", { transform: "translate(" + v[0] / 10 + " " + v[1] / 10 + ")" + (ring ? "" : " rotate(" + (Math.atan2(v[2], v[3]) * 180 / Math.PI).toFixed(0) + ")"), fill: "none", stroke: hue, class: S.seat >= 0 ? "ghost" : "" }, g);
    if (ring) {
      sv("circle", { r: (long / 2).toFixed(1), "stroke-width": ((1 + .5 * d) * K).toFixed(2) }, e);
      sv("circle", { r: (long / 2 + out / 2).toFixed(1), "stroke-width": out.toFixed(2), "stroke-dasharray": (.9 * K).toFixed(2) + " " + (3.4 * K).toFixed(2) }, e);
    } else {
      const n = Math.max(2, Math.round(long / (4.5 * K))), y = -7 * K;
      let path = "";
      for (let i = 0; i <= n; i++) path += "M" + (long * (i / n - .5)).toFixed(1) + " " + y.toFixed(1) + "v" + (-out).toFixed(1);
      sv("path", { d: "M" + (-long / 2).toFixed(1) + " " + y.toFixed(1) + "h" + long.toFixed(1), "stroke-width": ((1 + .5 * d) * K).toFixed(2) }, e);
      sv("path", { d: path, "stroke-width": (.9 * K).toFixed(2) }, e);
    }
    sv("title", {}, e).textContent = t("works_of", { side: say(D.sides[v[6]]), m: num(v[4]), depth: (v[5] / 10).toFixed(1) });
  }
}
function drawRiders() {
  const g = $("riders"); empty(g);
  if (S.seat >= 0 && !S.ghost) return;
  for (const r of T.rider) {
    const v = lookup(r, S.frame);
    if (!v || !v.length) continue;
    const w = S.part ? lookup(r, S.frame + 1) : null, k = w && w.length ? S.part : 0;
    const x = (v[0] + (k ? k * (w[0] - v[0]) : 0)) / 10, y = (v[1] + (k ? k * (w[1] - v[1]) : 0)) / 10;
    const goal = r.head[v[2] ? 0 : 1], place = goal >= 0 ? lookup(T.place[goal], S.frame) : null, left = place && place.length && place[0][0] < x;
    const e = sizedUse("#s-rider", x, y, (left ? -K : K).toFixed(3) + " " + K.toFixed(3), { fill: ink(colour(r.head[3])), class: S.seat >= 0 ? "ghost" : "" }, g);
    sv("title", {}, e).textContent = t("rider_to", { kind: say(D.kinds[r.head[2]]), from: bodyName(r.head[0]), to: bodyName(goal) });
  }
}
function drawFights() {
  const g = $("fights"); empty(g);
  T.fight.forEach((f, i) => {
    const v = lookup(f, S.frame);
    if (!v || !v.length || (S.seat >= 0 && !S.ghost)) return;
    const e = sv("g", { class: "body" + (S.seat >= 0 ? " ghost" : ""), tabindex: 0, role: "button", "aria-label": fightWords(f, v) }, g);
    sizedUse("#s-fight", v[0] / 10, v[1] / 10, (K * .95).toFixed(3), {}, e);
    press(e, () => choose(-1, i));
  });
}
const fightWords = (f, v) => t("fight_line", { a: say(D.sides[f.head[0]]), an: num(v[2]), al: num(v[3]), b: say(D.sides[f.head[1]]), bn: num(v[4]), bl: num(v[5]) });
function contactsOf(seat, frame) {
  return beliefsOf[seat].map(b => ({ head: b.head, v: lookup(b, frame) })).filter(c => c.v && c.v.length);
}
function drawBeliefs() {
  const g = $("beliefs"); empty(g);
  if (S.seat < 0) return;
  const side = D.bodies[S.seat][0], now = F[S.frame], here = lookup(T.place[S.seat], S.frame);
  for (const c of contactsOf(S.seat, S.frame)) {
    const v = c.v, x = v[0] / 10, y = v[1] / 10, age = Math.max(0, now - v[7]), friend = c.head[2], foe = D.sides.length === 2 ? 1 - side : -1;
    const hue = friend ? colour(side) : foe >= 0 ? colour(foe) : "#5b5348", r = (v[4] + Math.min(D.blur[0] * age, D.blur[1])) / D.metres * 1000;
    const fade = Math.max(.4, 1 - age / 1200), e = sv("g", { opacity: fade.toFixed(2) }, g);
    if (r > 12 * K) sv("circle", { cx: x, cy: y, r: Math.min(r, 3000).toFixed(1), fill: hue, "fill-opacity": r > 120 * K ? .03 : .09, stroke: hue, "stroke-opacity": .75, "stroke-width": K.toFixed(2), "stroke-dasharray": (2 * K) + " " + (3.4 * K) }, e);
    const m = sv("g", { transform: "translate(" + x + " " + y + ") scale(" + K.toFixed(3) + ")", stroke: hue, fill: "none" }, e);
    if (v[5] >= 0) sv("path", { d: "M0 -9v-17m-4 5l4 -5l4 5", transform: "rotate(" + v[5] + ")", "stroke-width": 1.5, "stroke-linecap": "round" }, m);
    sv("rect", { x: -9, y: -6, width: 18, height: 12, fill: "#fdf8ec", "fill-opacity": .85, "stroke-width": 1.7, "stroke-dasharray": "3.2 1.8" }, m);
    sv("path", { d: ["M0 0", "M-9 6l18 -12", "M-9 6l18 -12M-9 -6l18 12", "M-4 0h8"][v[6]] || "M0 0" }, m);
    const who = friend ? bodyName(c.head[3]) : t("guess", { n: num(about(v[2])), arms: t("arms" + v[6]) });
    const more = (friend ? num(v[2]) + " · " : "") + t("ago", { t: span(age) });
    sv("title", {}, m).textContent = who + " · " + t("seen") + " " + when(v[7]) + " · " + t("heard") + " " + when(v[8]) + (v[9] >= 0 ? " · " + bodyName(v[9]) : "");
    label("belief" + c.head[1], [x, y], [who, more], ink(hue), 12, 12, true);
  }
  if (here && here.length) sizedUse("#s-flag", here[0][0], here[0][1], K.toFixed(3), { fill: colour(side), stroke: "#2a241b" }, g);
}
function drawSky() {
  const v = lookup(T.sky[0], S.frame) || lookup(T.sky[0], S.frame + 1), rain = v ? v[0] / 10 : 0, light = v ? v[1] / 100 : 1, snow = v && v[2] < 0;
  set($("night"), { fill: "#0a1633", "fill-opacity": ((1 - light) * (dark.matches ? .4 : .5)).toFixed(2) });
  set($("fall"), { fill: "url(#" + (snow ? "snow" : "rain") + ")", opacity: rain > .05 ? Math.min(.55, .16 + rain * .05).toFixed(2) : 0 });
  $("fall").classList.toggle("moving", S.play && rain > .05);
  const words = [];
  if (v) {
    words.push(rain > .05 ? t("rain", { n: rain.toFixed(1) }) : t("dry"), v[2] + " °C", light > .6 ? t("day") : light > .12 ? t("dusk") : t("night"));
  }
  $("sky").textContent = words.join(" · ");
}

/* ---- the card */
function pair(dl, name, value) { if (value === "" || value === null || value === undefined) return null; el("dt", {}, dl, name); return el("dd", {}, dl, value); }
function meter(dl, name, percent) {
  el("dt", {}, dl, name);
  const dd = el("dd", {}, dl), m = el("span", { class: "meter", role: "img", "aria-label": percent + " %" }, dd);
  el("i", { style: "width:" + percent + "%" }, m);
  dd.appendChild(document.createTextNode(percent + " %"));
}
function drawCard() {
  const card = $("card"), i = S.body, f = S.fight >= 0 ? T.fight[S.fight] : null;
  card.hidden = i < 0 && !f;
  if (card.hidden) return;
  const had = card.contains(document.activeElement);
  empty(card);
  const x = el("button", { class: "x", type: "button", "aria-label": t("close") }, card, "×");
  x.addEventListener("click", () => choose(-1, -1));
  if (had) x.focus();
  const title = el("h2", {}, card), dl = el("dl", {}, card);
  if (f) {
    title.textContent = t("fight");
    const v = lookup(f, S.frame);
    if (!v || !v.length) { pair(dl, t("doing"), t("gone")); return; }
    for (const s of [0, 1]) { pair(dl, say(D.sides[f.head[s]]), num(v[2 + 2 * s]) + " " + t("men")); pair(dl, t("lost"), num(v[3 + 2 * s])); }
    return;
  }
  el("span", { class: "dot", style: "background:" + colour(D.bodies[i][0]) }, title);
  title.appendChild(document.createTextNode(bodyName(i)));
  const place = lookup(T.place[i], S.frame), state = lookup(T.state[i], S.frame), gauge = lookup(T.gauge[i], S.frame), men = lookup(T.men[i], S.frame);
  if (!place || !place.length || !state) { pair(dl, t("doing"), t("gone")); return; }
  const given = ordersOf[i].filter(o => o[1] <= F[S.frame]).pop();
  pair(dl, t("commander"), state[2] >= 0 ? say(D.people[state[2]]) : t("unnamed"));
  pair(dl, t("doing"), say(D.doing[state[0]]));
  if (state[0] === 6 || state[0] === 7) pair(dl, t("cause"), say(D.causes[state[1]]));
  pair(dl, t("order"), given ? "“" + say(given[3]) + "” " + (given[2] === i ? t("own") : t("from", { who: bodyName(given[2]) })) + ", " + when(given[1]) : t("no_order"));
  pair(dl, t("men"), num(menOf(i, S.frame)));
  for (let k = 0; men && k + 1 < men.length; k += 2) { const dd = pair(dl, say(D.arms[men[k]]), num(men[k + 1])); dd.previousSibling.className = "sub"; }
  const long = lengthOf(place) * D.metres / 1000;
  if (long > 150) pair(dl, t("column"), S.lang ? t("li", { n: (long / 576).toFixed(1) }) : t("km", { n: (long / 1000).toFixed(1) }));
  if (gauge) { meter(dl, t("fatigue"), gauge[0]); meter(dl, t("cohesion"), gauge[1]); }
  if (state[3]) pair(dl, t("prisoners"), num(state[3]));
  if (state[4]) pair(dl, t("heads"), num(state[4]));
}
function choose(body, fight) { S.body = body; S.fight = fight; draw(); drawCard(); if (S.tab === "forces") panel(); }

/* ---- panels */
const PANELS = ["chronicle", "forces", "register", "papers", "phases", "fates", "stated"];
let lineButtons = [], paperRows = [];
function panelChronicle(p) {
  const box = el("label", { class: "brief" }, p), tick = el("input", { type: "checkbox", id: "brief" }, box);
  tick.checked = S.brief;
  el("span", {}, box, t("brief"));
  tick.addEventListener("change", () => { S.brief = tick.checked; panel(); $("brief").focus(); });
  if (say(D.summary)) el("p", { class: "soft" }, p, say(D.summary));
  let day = -1, hour = -1;
  lineButtons = D.story[S.lang].filter(s => !S.brief || s[3]).map(s => {
    if (dayOf(s[0]) !== day) { day = dayOf(s[0]); hour = -1; if (D.days[day]) { el("h2", {}, p, say(D.days[day][0])); el("p", { class: "soft" }, p, say(D.days[day][1])); } }
    const h = Math.floor((D.clock0 + s[0]) / 60);
    if (h !== hour) { hour = h; }
    const b = el("button", { class: "line", type: "button" }, p);
    el("time", {}, b, clock(s[0], true)); el("span", {}, b, s[2]);
    b.addEventListener("click", () => { pause(); S.body = s[1]; S.fight = -1; go(frameAt(s[0]), 0); });
    return { b, at: s[0] };
  });
  markChronicle(true);
}
let marked = [0, []]; /* how many lines lie behind, and which are lit */
function markChronicle(jump) {
  const now = F[S.frame] + S.part * ((F[S.frame + 1] || F[S.frame]) - F[S.frame]);
  if (jump) { marked = [0, []]; for (const l of lineButtons) l.b.classList.add("later"); }
  let [past, lit] = marked;
  while (past < lineButtons.length && lineButtons[past].at <= now) lineButtons[past++].b.classList.remove("later");
  while (past > 0 && lineButtons[past - 1].at > now) lineButtons[--past].b.classList.add("later");
  for (const b of lit) b.classList.remove("now");
  lit = [];
  for (let i = past - 1; i >= 0 && (i === past - 1 || lineButtons[i].at > now - Math.max(15, step())); i--) { lineButtons[i].b.classList.add("now"); lit.push(lineButtons[i].b); }
  const moved = past !== marked[0];
  marked = [past, lit];
  if (!past || (!moved && !jump)) return;
  const p = $("panel"), narrow = getComputedStyle(p).overflowY === "visible";
  if (!narrow && (jump || S.play || !p.matches(":hover"))) p.scrollTop = lineButtons[past - 1].b.offsetTop - p.clientHeight * .55;
}
function table(p, heads, left) {
  const tb = el("table", {}, p), tr = el("tr", {}, el("thead", {}, tb));
  heads.forEach((h, i) => el("th", { scope: "col", class: (left || []).includes(i) ? "left" : null }, tr, h));
  const body = el("tbody", {}, tb);
  return (cells, cls) => { const r = el("tr", cls ? { class: cls } : {}, body); cells.forEach((c, i) => el("td", (left || []).includes(i) ? { class: "left" } : {}, r, c)); return r; };
}
function panelForces(p) {
  D.sides.forEach((s, side) => {
    let sum = 0;
    const h = el("h2", {}, p); el("span", { class: "dot", style: "background:" + colour(side) }, h); h.appendChild(document.createTextNode(say(s)));
    const row = table(p, [t("body"), t("men"), t("doing")], [2]);
    D.bodies.forEach((b, i) => {
      const place = lookup(T.place[i], S.frame), state = lookup(T.state[i], S.frame), men = menOf(i, S.frame);
      if (b[0] !== side || !place || !place.length || !state) return;
      sum += men;
      const r = row(["", num(men), say(D.doing[state[0]])]), link = el("button", { class: "link", type: "button" }, r.firstChild, bodyName(i));
      link.addEventListener("click", () => choose(i, -1));
      if (S.body === i) r.style.fontWeight = 600;
    });
    row([t("sum"), num(sum), ""], "sum");
  });
}
function panelRegister(p) {
  const used = D.lines.map((_, l) => T.tally.some(c => c.values.some(v => v[l])));
  el("p", { class: "soft" }, p, t("truth_note"));
  D.sides.forEach((s, side) => {
    const h = el("h2", {}, p); el("span", { class: "dot", style: "background:" + colour(side) }, h); h.appendChild(document.createTextNode(say(s)));
    const mine = T.tally.filter(c => D.contingentSides[c.head[0]] === side).map(c => ({ c: c.head[0], v: lookup(c, S.frame) || [] }));
    const row = table(p, [t("contingent")].concat(mine.map(m => say(D.contingents[m.c])), mine.length > 1 ? [t("sum")] : []));
    D.lines.forEach((line, l) => { if (!used[l]) return; const ns = mine.map(m => m.v[l] || 0); row([say(line)].concat(ns.map(n => n ? num(n) : "·"), mine.length > 1 ? [num(ns.reduce((a, b) => a + b, 0))] : [])); });
    const sums = mine.map(m => m.v.reduce((a, b) => a + b, 0));
    row([t("opening")].concat(sums.map(num), mine.length > 1 ? [num(sums.reduce((a, b) => a + b, 0))] : []), "sum");
  });
}
function panelPapers(p) {
  const end = F[LAST] || 1;
  paperRows = D.papers.map((m, i) => ({ m, i })).filter(r => r.m[2] !== r.m[3]).sort((a, b) => a.m[6] - b.m[6] || a.i - b.i).map(({ m }) => {
    const b = el("button", { class: "paper", type: "button" }, p), stop = m[7] >= 0 ? m[7] : m[9] >= 0 ? m[9] : end;
    const side = m[2] >= 0 ? D.bodies[m[2]][0] : -1;
    const first = el("span", {}, b);
    el("b", {}, first, when(m[6]) + "  " + say(D.kinds[m[0]]) + (m[1] ? " (" + t("signal") + ")" : ""));
    first.appendChild(document.createTextNode("  " + bodyName(m[2]) + " → " + bodyName(m[3])));
    const rail = el("span", { class: "rail" }, b);
    el("i", { style: "left:" + 100 * m[6] / end + "%;width:" + 100 * Math.max(0, stop - m[6]) / end + "%;background:" + colour(side) + (m[4] > 2 ? ";opacity:.45" : "") }, rail);
    const now = el("b", {}, rail);
    const fate = [t("under_way"), t("w_heard"), t("w_acted"), t("w_caught"), t("w_lost")][m[4]];
    el("span", { class: "soft" }, b, (say(m[10]) ? "“" + say(m[10]) + "” · " : "") + (m[7] >= 0 ? t("arrived") + " " + when(m[7]) + " (" + span(m[7] - m[6]) + ")" + (m[8] >= 0 ? ", " + t("acted") + " " + when(m[8]) : "") : fate + (m[5] >= 0 ? ": " + bodyName(m[5]) : "")));
    b.addEventListener("click", () => { pause(); go(frameAt(m[6]), 0); });
    return { b, now, m, stop };
  });
  if (!paperRows.length) el("p", { class: "soft" }, p, t("no_papers"));
  markPapers();
}
function markPapers() {
  const now = F[S.frame], end = F[LAST] || 1;
  for (const r of paperRows) { r.b.classList.toggle("later", r.m[6] > now); r.b.classList.toggle("way", r.m[6] <= now && r.stop > now); r.now.style.left = 100 * now / end + "%"; }
}
function panelFates(p) {
  let side = -2, row = null;
  el("p", { class: "soft" }, p, t(D.fates.length ? "fates_note" : "nobody"));
  for (const f of D.fates) {
    if (f[0] !== side) { side = f[0]; const h = el("h2", {}, p); el("span", { class: "dot", style: "background:" + colour(side) }, h); h.appendChild(document.createTextNode(say(D.sides[side]))); row = table(p, [t("name"), t("what"), t("known")], [1, 2]); }
    const befell = f[3] >= 0;
    const r = row(["", "", say(f[6])]);
    el("div", {}, r.children[0], say(D.people[f[1]])); el("div", { class: "soft" }, r.children[0], bodyName(f[2]));
    if (befell) { const b = el("button", { class: "link", type: "button" }, r.children[1], say(f[4])); b.addEventListener("click", () => { pause(); S.body = f[2]; go(frameAt(f[3]), 0); }); el("div", { class: "soft" }, r.children[1], when(f[3]) + (say(f[5]) ? ", " + say(f[5]) : "")); }
    else { el("div", {}, r.children[1], say(f[4])); el("div", { class: "soft" }, r.children[1], say(f[5])); }
  }
}
function panelPhases(p) {
  let row = null;
  el("p", { class: "soft" }, p, t(D.phases.length ? "phases_note" : "no_phases"));
  for (const f of D.phases) {
    if (say(f[1])) { el("h2", {}, p, say(f[1])); row = table(p, [t("time"), t("body"), t("phase"), t("lost_own"), t("lost_enemy")], [1, 2]); }
    const r = row(["", bodyName(f[3]), say(f[4]), f[5] < 0 ? "" : num(f[5]), f[6] < 0 ? "" : num(f[6])]);
    const b = el("button", { class: "link", type: "button" }, r.children[0], when(f[2]));
    b.addEventListener("click", () => { pause(); S.body = f[3]; go(frameAt(f[2]), 0); });
  }
}
function panelStated(p) {
  el("p", { class: "soft" }, p, t("stated_note"));
  const pick = el("select", { "aria-label": t("stated_pick") }, p);
  fillSeats(pick, t("stated_pick"));
  pick.addEventListener("change", () => { S.seat = +pick.value; $("seat").value = pick.value; draw(); panel(); });
  if (S.seat < 0) return;
  const side = D.bodies[S.seat][0], now = F[S.frame], seen = contactsOf(S.seat, S.frame);
  el("h2", {}, p, t("stated_own"));
  const row = table(p, [t("body"), t("said"), t("true"), t("difference"), t("asof")]);
  let said = 0, is = 0;
  D.bodies.forEach((b, i) => {
    const place = lookup(T.place[i], S.frame), men = menOf(i, S.frame);
    if (b[0] !== side || ((!place || !place.length) && !seen.some(c => c.head[2] && c.head[3] === i))) return;
    const true_ = place && place.length ? men : 0, c = seen.filter(s => s.head[2] && s.head[3] === i).sort((a, b2) => b2.v[7] - a.v[7])[0];
    const n = i === S.seat ? true_ : c ? c.v[2] : null;
    is += true_; if (n !== null) said += n;
    row([bodyName(i), n === null ? "?" : num(n), num(true_), n === null ? "" : (n > true_ ? "+" : n < true_ ? "−" : "") + num(Math.abs(n - true_)), i === S.seat ? t("before_him") : c ? t("ago", { t: span(now - c.v[7]) }) : t("unheard")]);
  });
  row([t("sum"), num(said), num(is), (said > is ? "+" : said < is ? "−" : "") + num(Math.abs(said - is)), ""], "sum");
  const mine = T.tally.filter(c => D.contingentSides[c.head[0]] === side).map(c => lookup(c, S.frame) || []), line = l => mine.reduce((a, v) => a + (v[l] || 0), 0);
  const opening = mine.reduce((a, v) => a + v.reduce((x, y) => x + y, 0), 0);
  el("h2", {}, p, t("losses"));
  const lost = table(p, ["", t("men")]);
  lost([t("opening"), num(opening)]); lost([t("missing"), num(Math.max(0, opening - said))], "sum");
  D.lines.forEach((l, k) => { if (k && line(k)) lost([say(l), num(line(k))]); });
  el("h2", {}, p, t("stated_enemy"));
  const foes = seen.filter(c => !c.head[2]), er = table(p, ["№", t("said"), t("spread"), t("asof"), t("by")], [4]);
  let sum = 0;
  for (const c of foes) { const k = Math.exp(c.v[3] / 100); sum += c.v[2]; er([String(c.head[1]), num(c.v[2]), num(c.v[2] / k) + " – " + num(c.v[2] * k), t("ago", { t: span(now - c.v[7]) }), bodyName(c.v[9])]); }
  let enemy = 0;
  D.bodies.forEach((b, i) => { const place = lookup(T.place[i], S.frame); if (b[0] !== side && place && place.length) enemy += menOf(i, S.frame); });
  er([t("sum"), num(sum), t("true") + " " + num(enemy), "", ""], "sum");
  let heads = 0;
  D.bodies.forEach((b, i) => { const s = lookup(T.state[i], S.frame); if (b[0] === side && s) heads += s[4]; });
  const dead = T.tally.filter(c => D.contingentSides[c.head[0]] !== side).reduce((a, c) => a + ((lookup(c, S.frame) || [])[2] || 0), 0);
  el("p", {}, p, t("heads_note", { n: num(heads), m: num(dead) }));
}
const MAKE = { chronicle: panelChronicle, forces: panelForces, register: panelRegister, papers: panelPapers, phases: panelPhases, fates: panelFates, stated: panelStated };
function panel() {
  const p = $("panel"), top = p.scrollTop, same = p.dataset.tab === S.tab;
  empty(p); lineButtons = []; paperRows = [];
  p.dataset.tab = S.tab;
  p.setAttribute("aria-label", t(S.tab));
  MAKE[S.tab](p);
  if (S.tab !== "chronicle") p.scrollTop = same ? top : 0;
}
function freshen() {
  if (S.tab === "chronicle") markChronicle(false);
  else if (S.tab === "papers") markPapers();
  else if (S.tab !== "fates" && S.tab !== "phases" && !S.part && !$("panel").contains(document.activeElement)) panel();
}
function tabs() {
  const bar = $("tabs"); empty(bar);
  PANELS.forEach((name, i) => {
    const b = el("button", { type: "button", role: "tab", id: "tab-" + name, "aria-controls": "panel", "aria-selected": S.tab === name, tabindex: S.tab === name ? 0 : -1 }, bar, t(name));
    b.addEventListener("click", () => { S.tab = name; tabs(); panel(); });
    b.addEventListener("keydown", e => {
      const to = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
      if (!to) return;
      e.stopPropagation(); S.tab = PANELS[(i + to + PANELS.length) % PANELS.length]; tabs(); panel(); $("tab-" + S.tab).focus();
    });
  });
}

/* ---- drawing, time */
function draw() {
  taken = grid(30 * K); lanes = grid(12 * K); ribbons = [];
  for (const b of printed) taken.add(b);
  empty($("labels"));
  drawSky(); drawWorks(); drawPools();
  const strong = D.bodies.map((_, i) => menOf(i, S.frame)), order = D.bodies.map((_, i) => i).sort((a, b) => strong[b] - strong[a] || a - b);
  const long = i => { const v = lookup(T.place[i], S.frame); return v && v.length > 1 && lengthOf(v) > 7 * K; }, columns = order.filter(long);
  columns.forEach(drawBody);
  order.filter(i => !columns.includes(i)).forEach(drawBody);
  drawFights(); drawFords(); drawRiders(); drawBeliefs();
  if (S.seat < 0) for (const q of ribbons) taken.add(about1(q, 3 * K));
  const small = map.clientWidth < 600;
  if (S.seat < 0) for (const i of order) if (elements[i].at) label("body" + i, elements[i].at, small ? [bodyName(i)] : [bodyName(i), num(menOf(i, S.frame)) + (S.lang ? "人" : " " + t("men"))], ink(colour(D.bodies[i][0])), elements[i].clear, small ? 11 : 12.5);
  for (const n of minor) n.e.style.opacity = taken.hits(n.box) ? 0 : 1;
  const now = F[S.frame] + S.part * ((F[S.frame + 1] || F[S.frame]) - F[S.frame]), day = D.days[dayOf(now)];
  $("clock").textContent = clock(now, false);
  $("date").textContent = day ? say(day[0]) + " · " + say(day[1]) : "";
  $("note").textContent = (S.seat < 0 ? t("truth") : t("belief_note", { who: bodyName(S.seat) })) + (small || S.body >= 0 || S.fight >= 0 ? "" : " · " + t("keys"));
  const s = $("slider"); s.value = S.frame; s.setAttribute("aria-valuetext", when(now));
}
const step = () => F.length > 1 ? F[1] - F[0] : 15;
function frameAt(min) { let low = 0, high = LAST; while (low < high) { const mid = (low + high) >> 1; if (F[mid] < min) low = mid + 1; else high = mid; } return low; }
function go(frame, part) {
  const was = S.frame;
  S.frame = Math.max(0, Math.min(LAST, frame)); S.part = S.frame === LAST ? 0 : part || 0;
  draw();
  if (was !== S.frame || !part) { freshen(); drawCard(); }
  if (S.frame === LAST && S.play) pause();
}
let clockAt = 0;
function tick(at) {
  if (!S.play) return;
  const dt = Math.min(200, at - clockAt); clockAt = at;
  let pos = S.frame + S.part + dt / 1000 * 1.5 * +$("speed").value;
  go(Math.floor(pos), pos % 1);
  requestAnimationFrame(tick);
}
function play() { if (S.frame >= LAST) go(0, 0); S.play = true; clockAt = performance.now(); playWords(); requestAnimationFrame(tick); }
function pause() { if (!S.play) return; S.play = false; S.part = 0; playWords(); draw(); freshen(); }
function playWords() { const b = $("play"); b.textContent = S.play ? "❚❚" : "▶"; b.setAttribute("aria-label", t(S.play ? "pause" : "play")); b.title = t(S.play ? "pause" : "play"); }
function fillSeats(select, none) {
  empty(select);
  el("option", { value: -1 }, select, none);
  D.sides.forEach((s, side) => {
    const g = el("optgroup", { label: say(s) }, select);
    D.bodies.forEach((b, i) => { if (b[0] === side && (beliefsOf[i].length || ordersOf[i].length)) el("option", { value: i }, g, bodyName(i)); });
  });
  select.value = S.seat;
}
function words() {
  document.documentElement.lang = S.lang ? "zh-Hans" : "en";
  document.title = say(D.name); $("title").textContent = say(D.name);
  $("lang").textContent = t("lang"); $("lang").setAttribute("lang", S.lang ? "en" : "zh-Hans");
  for (const [id, key] of [["back", "back"], ["forth", "forth"], ["zin", "zoom_in"], ["zout", "zoom_out"], ["zall", "whole"], ["slider", "time"], ["map", "map"], ["tabs", "panels"]]) { $(id).setAttribute("aria-label", t(key)); if (id !== "map" && id !== "tabs") $(id).title = t(key) + (id === "slider" ? " · " + t("keys") : ""); }
  $("speedbox").firstChild.textContent = t("speed"); $("seatbox").firstChild.textContent = t("belief_of"); $("ghostbox").lastChild.textContent = t("ghost");
  fillSeats($("seat"), t("truth"));
  $("ghostbox").style.display = S.seat >= 0 ? "" : "none";
  playWords(); tabs(); panel(); spots.clear(); frameMap(); draw(); drawCard(); marks();
}
function marks() {
  const m = $("marks"); empty(m);
  const end = LAST || 1, wide = m.clientWidth || 600, every = [60, 120, 180, 360, 720, 1440, 2880, 10080].find(e => (F[LAST] - F[0]) / e * 44 < wide) || 43200;
  for (let i = 0; i <= LAST; i++) if ((D.clock0 + F[i]) % every === 0) { const s = el("span", { style: "left:" + 100 * i / end + "%" }, m, every >= DAY ? t("day_n", { n: dayOf(F[i]) + 1 }) : clock(F[i], true)); void s; }
  for (const f of T.fight) el("i", { style: "left:" + 100 * f.at[0] / end + "%" }, m);
}

/* ---- hands */
$("slider").max = LAST;
$("slider").addEventListener("input", e => { S.play = false; playWords(); go(+e.target.value, 0); });
$("play").addEventListener("click", () => S.play ? pause() : play());
$("back").addEventListener("click", () => { pause(); go(S.frame - 1, 0); });
$("forth").addEventListener("click", () => { pause(); go(S.frame + 1, 0); });
$("lang").addEventListener("click", () => { S.lang = 1 - S.lang; words(); });
$("zin").addEventListener("click", () => zoom(1 / 1.5));
$("zout").addEventListener("click", () => zoom(1.5));
$("zall").addEventListener("click", () => { wandered = false; S.box = home(); frameMap(); draw(); });
$("seat").addEventListener("change", e => { S.seat = +e.target.value; $("ghostbox").style.display = S.seat >= 0 ? "" : "none"; draw(); if (S.tab === "stated") panel(); });
$("ghost").checked = S.ghost;
$("ghost").addEventListener("change", e => { S.ghost = e.target.checked; draw(); });
window.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || /^(SELECT|TEXTAREA)$/.test(e.target.tagName) || (e.target.tagName === "INPUT" && e.target.type !== "range")) return;
  const hour = Math.max(1, Math.round(60 / step())), by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -hour, PageDown: hour }[e.key];
  if (by && e.target.id !== "panel") { pause(); go(S.frame + by * (e.shiftKey ? hour : 1), 0); }
  else if (e.key === " " && e.target.tagName !== "BUTTON") S.play ? pause() : play();
  else if (e.key === "Home") go(0, 0);
  else if (e.key === "End") go(LAST, 0);
  else if (e.key === "Escape") choose(-1, -1);
  else if (e.key === "l") { S.lang = 1 - S.lang; words(); }
  else return;
  e.preventDefault();
});
window.addEventListener("resize", () => { if (!wandered) S.box = home(); frameMap(); draw(); marks(); });
dark.addEventListener("change", () => draw());

/* ---- #t=120&lang=zh&seat=3&tab=papers&body=1: a moment to point at; #selftest: what must hold */
const asked = new URLSearchParams(location.hash.slice(1));
if (asked.get("lang")) S.lang = asked.get("lang") === "zh" ? 1 : 0;
if (PANELS.includes(asked.get("tab"))) S.tab = asked.get("tab");
if (D.bodies[+asked.get("seat")] && asked.has("seat")) S.seat = +asked.get("seat");
if (D.bodies[+asked.get("body")] && asked.has("body")) S.body = +asked.get("body");
if (asked.has("brief")) S.brief = asked.get("brief") !== "0";
if (asked.get("ghost") === "0") { S.ghost = false; $("ghost").checked = false; }
S.frame = frameAt(+asked.get("t") || 0);
S.box = home();
words();
if (asked.has("play")) play();
function selftest() {
  const fail = [], check = (ok, what) => { if (!ok) fail.push(what); };
  try {
    check(F.length > 1 && F.every((f, i) => !i || f > F[i - 1]), "frames rise");
    check(D.story[0].length > 0 && D.story[1].length > 0, "a chronicle in both languages");
    for (let k = 0; k <= 6; k++) {
      go(Math.round(LAST * k / 6), 0);
      const bodies = D.bodies.filter((b, i) => { const p = lookup(T.place[i], S.frame); return p && p.length && menOf(i, S.frame) > 0; }).length;
      const drawn = elements.filter(e => e.g.style.display !== "none").length;
      check(bodies === drawn, "every body drawn at frame " + S.frame);
      check(!/NaN|undefined/.test($("bodies").innerHTML + $("labels").innerHTML + $("riders").innerHTML), "no NaN at frame " + S.frame);
      D.bodies.forEach((b, i) => { for (const q of lookup(T.place[i], S.frame) || []) check(q[0] >= 0 && q[0] <= W && q[1] >= 0 && q[1] <= H, "on the sheet: " + i); });
      for (const c of T.tally) { const sum = v => v.reduce((x, y) => x + y, 0); check(sum(lookup(c, S.frame)) === sum(c.values[0]), "nobody counted twice, nobody lost: " + c.head[0]); }
    }
    for (const lang of [0, 1]) { S.lang = lang; words(); for (const tab of PANELS) { S.tab = tab; tabs(); panel(); check($("panel").textContent.length > 0, "panel " + tab); check(!/NaN|undefined|page\.[a-z]/.test($("panel").textContent), "words of " + tab + " " + lang); } }
    D.bodies.forEach((b, i) => { choose(i, -1); check(!$("card").hidden && !/NaN|undefined/.test($("card").textContent), "card " + i); });
    D.bodies.forEach((b, i) => { S.seat = i; draw(); check(!/NaN|undefined/.test($("beliefs").innerHTML), "belief " + i); });
    S.tab = "stated"; S.seat = D.bodies.length - 1; tabs(); panel();
    check(!/NaN|undefined/.test($("panel").textContent), "stated register");
    S.seat = -1; S.tab = "chronicle"; tabs(); panel();
    S.brief = false; panel();
    const whole = lineButtons.length;
    $("brief").click();
    check(S.brief && lineButtons.length > 0 && lineButtons.length <= whole && whole === D.story[0].length, "in short and whole");
    lineButtons[lineButtons.length - 1].b.click();
    check(F[S.frame] >= lineButtons[lineButtons.length - 1].at || S.frame === LAST, "a click on a line goes there");
    go(0, 0); window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" })); check(S.frame === 1, "arrow key");
    go(0, .5); check(S.part === .5 || LAST === 0, "between two moments");
    check(!document.querySelector("script:not([id]):not(:last-of-type), iframe, img, a[href]"), "nothing from outside");
    check(window.shapanBroken === undefined, "no text ran as script");
  } catch (e) { fail.push(String(e)); }
  document.title = fail.length ? "FAIL: " + fail.slice(0, 5).join("; ") : "PASS";
}
if (asked.has("selftest")) selftest();
})();
