// Shows the numbers of /metrics. Names that users choose are only ever set as text.
"use strict";

const SECONDS = 5;
const PATIENCE = 10;
const LINE = /^([a-z0-9_]+)(?:\{(.*)\})? (\S+)$/s;
const LABEL = /([a-z0-9_]+)="((?:[^"\\]|\\.)*)"/gs;

function parse(text) {
  const samples = [];
  for (const line of text.split("\n")) {
    const found = LINE.exec(line);
    if (!found) continue;
    const labels = {};
    for (const [, name, value] of (found[2] || "").matchAll(LABEL))
      labels[name] = value.replace(/\\(.)/g, (_, each) => (each === "n" ? "\n" : each));
    samples.push({ name: found[1], labels, value: Number(found[3]) });
  }
  return samples;
}

const of = (samples, name) => samples.filter((each) => each.name === name);
const sum = (samples) => samples.reduce((total, each) => total + each.value, 0);

// A request whose module the engine has lost. The middleware sends it again, and the engine counts it again.
const isMissed = ({ labels }) => labels.outcome === "missing";

function bytes(number) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  for (; Math.abs(number) >= 1000 && unit < units.length - 1; unit++) number /= 1000;
  return `${number.toFixed(unit && Math.abs(number) < 100 ? 1 : 0)} ${units[unit]}`;
}

// Sums of a metric for each combination of the labels' values, as rows of texts.
function groups(samples, labels) {
  const rows = new Map();
  for (const each of samples) {
    const key = JSON.stringify(labels.map((label) => each.labels[label] ?? ""));
    rows.set(key, (rows.get(key) ?? 0) + each.value);
  }
  return rows;
}

function row(cells, tag, isNumber) {
  const element = document.createElement("tr");
  cells.forEach((cell, column) => {
    const made = document.createElement(tag);
    made.textContent = cell;
    if (isNumber(column)) made.className = "number";
    element.append(made);
  });
  return element;
}

function table(id, heads, texts, rows) {
  const isNumber = (column) => column >= texts;
  const shown = rows.length ? rows.map((cells) => row(cells, "td", isNumber)) : [row(["none"], "td", () => false)];
  document.getElementById(id).replaceChildren(row(heads, "th", isNumber), ...shown);
}

function state(items) {
  document.getElementById("state").replaceChildren(...items.map(([name, value]) => {
    const item = document.createElement("div");
    item.append(document.createElement("dt"), document.createElement("dd"));
    item.firstChild.textContent = name;
    item.lastChild.textContent = value;
    return item;
  }));
}

// The engines of a cluster. The samples of `headwater engines` name theirs; those of an engine alone do not.
function engines(engine) {
  const found = engine("up").map(({ labels, value }) => [labels.engine, value, labels.reason]);
  document.getElementById("cluster").hidden = !found.length;
  const cells = (address) => {
    const at = (name) => engine(name).filter(({ labels }) => labels.engine === address);
    const busy = `${sum(at("busy_workers"))} of ${sum(at("workers"))}`;
    return [address, at("build_info")[0]?.labels.version, busy, sum(at("waiting_requests")), sum(at("ready_modules"))];
  };
  table("engines", ["engine", "version", "busy workers", "waiting", "modules"], 2,
    found.map(([address, up, reason]) => (up ? cells(address) : [address, reason, "", "", ""])));
}

function requests(engine) {
  const rows = [...groups(engine("tenant_requests"), ["tenant", "state"])].filter(([, count]) => count);
  table("now", ["tenant", "state", "requests"], 2, rows.map(([key, count]) => [...JSON.parse(key), count]).sort());
}

function storlets(engine) {
  const by = (name) => groups(engine(name).filter((each) => !isMissed(each)), ["tenant", "storlet"]);
  const [requests, read, sent, seconds] =
    ["requests_total", "bytes_read_total", "bytes_sent_total", "cpu_seconds_total"].map(by);
  const rows = [...requests].map(([key, count]) => {
    const kept = (read.get(key) ?? 0) - (sent.get(key) ?? 0);
    return [...JSON.parse(key), count, bytes(read.get(key) ?? 0), bytes(kept), (seconds.get(key) ?? 0).toFixed(1)];
  });
  table("storlets", ["tenant", "storlet", "requests", "read", "kept", "CPU s"], 2, rows.sort());
}

function failures(engine) {
  const failed = engine("requests_total").filter((each) => each.labels.outcome !== "ok" && !isMissed(each));
  const ran = groups(failed, ["tenant", "storlet", "outcome"]);
  const rows = [...ran].map(([key, count]) => [...JSON.parse(key), count]);
  for (const [key, count] of groups(engine("refusals_total"), ["tenant", "reason"])) {
    const [tenant, reason] = JSON.parse(key);
    rows.push([tenant, "refused before it ran", reason, count]);
  }
  table("failed", ["tenant", "storlet", "reason", "requests"], 3, rows.sort());
}

// What the middleware counted: requests or deployments.
function middleware(samples, counted, id) {
  const labels = ["tenant", "storlet", "status"];
  const rows = [...groups(of(samples, `headwater_middleware_${counted}_total`), labels)];
  table(id, [...labels, counted], 3, rows.map(([key, count]) => [...JSON.parse(key), count]).sort());
}

function show(samples) {
  const engine = (name) => of(samples, `headwater_engine_${name}`);
  const now = (name) => sum(engine(name));
  const versions = new Set(engine("build_info").map(({ labels }) => labels.version));
  document.getElementById("version").textContent = [...versions].sort().join(", ");
  state([
    ["busy workers", `${now("busy_workers")} of ${now("workers")}`],
    ["waiting requests", now("waiting_requests")],
    ["modules in memory", now("ready_modules")],
    ["requests that missed their module", sum(engine("requests_total").filter(isMissed))],
    ["kept from the network", bytes(now("bytes_read_total") - now("bytes_sent_total"))],
    ["unguarded reads", sum(of(samples, "headwater_middleware_unguarded_reads_total"))],
  ]);
  engines(engine);
  requests(engine);
  storlets(engine);
  failures(engine);
  middleware(samples, "deployments", "deployments");
  middleware(samples, "requests", "middleware");
}

async function refresh() {
  const problem = document.getElementById("problem");
  try {
    const answer = await fetch("/metrics", { signal: AbortSignal.timeout(PATIENCE * 1000) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    show(parse(await answer.text()));
    problem.hidden = true;
  } catch (error) {
    problem.textContent = `The engine does not answer (${error.message}). The numbers below are old.`;
    problem.hidden = false;
  }
  setTimeout(refresh, SECONDS * 1000);
}

refresh();
