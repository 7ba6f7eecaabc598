/* The charts of the report as specifications of Vega. The data D come with the page, and every number that is drawn stands in one
   of its tables too. Names of the user are data or plain titles, never part of an expression, a signal or the name of a field. */
(function () {
"use strict";
var D = JSON.parse(document.getElementById("data").textContent);
var FONT = "system-ui, sans-serif"; /* that of the page: texts are measured before they are drawn */
var BLUE = "var(--blue)", RED = "var(--red)", INK = "currentColor";
var room;
var config = {
  background: "transparent", text: {fill: INK, fontSize: 12, font: FONT},
  axis: {labelFont: FONT, titleFont: FONT, labelColor: INK, titleColor: INK, domainColor: INK, tickColor: INK, gridColor: "var(--grid)",
    labelFontSize: 12,
    titleFontSize: 13, titleFontWeight: "normal", titlePadding: 8},
  legend: {labelFont: FONT, labelColor: INK, titleColor: INK, labelFontSize: 12,
    orient: "top", direction: "horizontal", symbolSize: 70}
};

/* ---- short words for what every chart has */
function spec(d, width, height, rest) {
  return Object.assign({width: width, height: height, description: d.about, config: config, padding: 5,
    autosize: {type: "fit-x", contains: "padding"}}, rest);
}
function at(scale, field) { return {scale: scale, field: field}; }
function middle(field) { return {scale: "y", field: field, band: 0.5}; }
function on(scale, value) { return {scale: scale, value: value}; }
function is(value) { return {value: value}; }
function by(signal) { return {signal: signal}; }
function linear(name, range, domain, more) {
  return Object.assign({name: name, type: "linear", range: range, domain: domain || [0, 1]}, more);
}
function axis(orient, title, format, count) {
  var across = orient === "bottom" || orient === "top";
  if (across && room < 420) count = Math.min(count || 5, 5);
  return {orient: orient, scale: across ? "x" : "y", title: title, format: format, tickCount: count, grid: true,
    titleLimit: across ? room - 60 : 260, labelOverlap: true};
}
/* Of names: no longer than a part of the room. */
function names() {
  return {orient: "left", scale: "y", ticks: false, domain: false, labelLimit: Math.max(80, Math.min(180, 0.32 * room))};
}
function mark(type, data, enter, more) {
  return Object.assign({type: type, from: data && {data: data}, encode: {enter: enter}, aria: false}, more);
}
function dashed(x, y, x2, y2) {
  return mark("rule", null, {x: x, y: y, x2: x2, y2: y2, stroke: is(INK), strokeDash: is([4, 4]), strokeOpacity: is(0.6)});
}
/* An upright line at a value of x, where there is one. */
function upright(value) { return typeof value === "number" ? [dashed(on("x", value), is(0), on("x", value), by("height"))] : []; }
function level(value) { return typeof value === "number" ? [dashed(is(0), on("y", value), by("width"), on("y", value))] : []; }
function whisker(x, low, high, more) {
  return mark("rule", "r", Object.assign({x: x, y: low, y2: high, stroke: is(BLUE)}, more));
}
/* Names beside the marks of `marks`, where there is room for them. */
function labels(marks, field, anchor, padding) {
  return mark("text", marks, {text: {field: field}, fontSize: is(11)},
    {transform: [{type: "label", size: by("[width, height]"), anchor: anchor, offset: [2], padding: padding}]});
}
function has(rows, field) { return rows.filter(function (r) { return typeof r[field] === "number"; }); }
function most(rows, field) { return rows.reduce(function (m, r) { return Math.max(m, r[field] || 0); }, 0); }
var diagonal = dashed(on("x", 0), on("y", 0), on("x", 1), on("y", 1));
var square = [linear("x", "width"), linear("y", "height")];
function side(w) { return Math.min(w, 400); }
/* Shapes and colours of the states of samples. */
function states(d) {
  function of(key) { return d.states.map(function (s) { return s[key]; }); }
  return [{name: "shape", type: "ordinal", domain: of("name"), range: of("shape")},
    {name: "colour", type: "ordinal", domain: of("name"), range: of("colour").map(function (c) { return "var(--" + c + ")"; })}];
}
function lanes() {
  return mark("text", "lanes", {x: is(-8), y: at("y", "lane"), align: is("right"), baseline: is("middle"), text: {field: "text"},
    limit: is(Math.max(80, 0.2 * room))});
}
/* Linear, or where the data say so logarithmic, which has no 0. */
function stretched(d, range, domain) {
  return {name: "x", type: d.logarithmic ? "log" : "linear", range: range, domain: domain, nice: !d.logarithmic, zero: false,
    padding: d.logarithmic ? 25 : 0};
}
/* Ticks of a logarithmic axis at 1, 2, 5, 10, .. among the values of these fields; where these are too few Vega's own. */
function ticks(d, rows, fields) {
  var values = [], out = [], least, largest, unit;
  if (!d.logarithmic) return {};
  rows.forEach(function (r) { fields.forEach(function (f) { values.push(r[f]); }); });
  least = Math.min.apply(null, values);
  largest = Math.max.apply(null, values);
  for (unit = Math.pow(10, Math.floor(Math.log10(least))); unit <= largest; unit *= 10)
    [1, 2, 5].forEach(function (k) { if (k * unit >= least && k * unit <= largest) out.push(k * unit); });
  return out.length > 1 ? {values: out} : {};
}
/* Lanes of classes in a small chart. */
var LANE = 40;
function narrow(n) { return linear("y", [LANE / 2, LANE * (n - 0.5)], [0, Math.max(1, n - 1)]); }
function within(field, pixels) { return {scale: "y", field: field, offset: pixels}; }
/* From the middle of the first lane to that of the last. */
function tracks(n) { return linear("y", [60, 60 + Math.max(140, 70 * (n - 1))], [0, Math.max(1, n - 1)]); }
function tall(n) { return 120 + Math.max(140, 70 * (n - 1)); }

var charts = {
  figures: function (w, d) {
    var top = Math.max(most(d.rows, "high"), most(d.rows, "value"), d.line || 0);
    return spec(d, w, 30 + 40 * d.rows.length, {
      data: [{name: "r", values: d.rows}, {name: "ranges", values: has(d.rows, "low")}],
      scales: [linear("x", "width", [0, top], {nice: true}),
        {name: "y", type: "band", range: "height", domain: {data: "r", field: "name"}}],
      axes: [axis("bottom", d.x, ".0%", 6), names()],
      marks: upright(d.line).concat([
        mark("rule", "ranges", {x: at("x", "low"), x2: at("x", "high"), y: middle("name"), stroke: is(BLUE), strokeWidth: is(2)}),
        mark("symbol", "r", {x: at("x", "value"), y: middle("name"), fill: is(BLUE), size: is(90), tooltip: {field: "text"}})])
    });
  },
  samples: function (w, d) {
    return spec(d, w, tall(d.lanes.length), {
      data: [{name: "r", values: d.rows}, {name: "ranges", values: has(d.rows, "low")}, {name: "lanes", values: d.lanes}],
      scales: [linear("x", "width"), tracks(d.lanes.length)].concat(states(d)),
      axes: [axis("bottom", d.x, ".1f")], legends: [{shape: "shape", fill: "colour"}],
      marks: upright(d.line).concat([lanes(),
        mark("rule", "ranges", {x: at("x", "low"), x2: at("x", "high"), y: at("y", "lane"), stroke: at("colour", "state"),
          strokeOpacity: is(0.35)}),
        mark("symbol", "r", {x: at("x", "prob"), y: at("y", "lane"), shape: at("shape", "state"), fill: at("colour", "state"),
          size: is(d.size), tooltip: {field: "text"}}, {name: "points"}),
        labels("points", "datum.name", ["top", "right", "bottom", "left"], 2)])
    });
  },
  /* Very many samples: how many have which probability, those of a state upon those of another. */
  histogram: function (w, d) {
    return spec(d, w, tall(d.lanes.length), {
      data: [{name: "r", values: d.rows, transform: [{type: "stack", groupby: ["lane", "from"], field: "n"}]},
        {name: "lanes", values: d.lanes}],
      scales: [linear("x", "width"), tracks(d.lanes.length), linear("tall", [0, 55], {data: "r", field: "y1"})].concat(states(d)),
      axes: [axis("bottom", d.x, ".1f")], legends: [{shape: "shape", fill: "colour"}],
      marks: upright(d.line).concat([lanes(),
        mark("rect", "r", {x: at("x", "from"), x2: {scale: "x", field: "to", offset: -1}, fill: at("colour", "state"),
          y: {scale: "y", field: "lane", offset: {scale: "tall", field: "y0", mult: -1}},
          y2: {scale: "y", field: "lane", offset: {scale: "tall", field: "y1", mult: -1}}, tooltip: {field: "text"}})])
    });
  },
  bars: function (w, d) {
    var low = d.rows.reduce(function (m, r) { return Math.min(m, r.value); }, 0);
    var whole = d.top > 1, top = typeof d.top === "number" ? d.top : most(d.rows, "value");
    var format = whole ? "d" : d.top === 1 ? ".0%" : ".2~g", ticks = whole ? Math.min(top, room < 420 ? 5 : 10) : 5;
    d.rows.forEach(function (r) { r.end = Math.max(0, r.value); });
    return spec(d, w, 20 * d.rows.length, {
      data: [{name: "r", values: d.rows}],
      scales: [linear("x", "width", [low, top]),
        {name: "y", type: "band", range: "height", padding: 0.2, domain: {data: "r", field: "name"}}],
      axes: [Object.assign(axis("top", d.x, format, ticks), whole ? {tickMinStep: 1} : {}), names()],
      marks: [mark("rect", "r", {y: at("y", "name"), height: {scale: "y", band: 1}, x: on("x", 0), x2: at("x", "value"),
          fill: is(BLUE), tooltip: {field: "text"}}),
        mark("text", "r", {y: middle("name"), x: at("x", "end"), dx: is(5), baseline: is("middle"), text: {field: "label"}})]
        .concat(upright(d.line))
    });
  },
  roc: function (w, d) {
    var s = side(w);
    return spec(d, s, s - 75, {
      data: [{name: "r", values: d.rows}], scales: square,
      axes: [axis("bottom", d.x, ".0%", 5), axis("left", d.y, ".0%", 5)],
      marks: [diagonal,
        mark("area", "r", {x: at("x", "fpr"), y: at("y", "low"), y2: at("y", "high"), fill: is(BLUE), fillOpacity: is(0.2)}),
        mark("line", "r", {x: at("x", "fpr"), y: at("y", "tpr"), stroke: is(BLUE), strokeWidth: is(2.5)}),
        mark("symbol", "r", {x: at("x", "fpr"), y: at("y", "tpr"), size: is(150), fill: is(BLUE), fillOpacity: is(0),
          tooltip: {field: "text"}})]
    });
  },
  calibration: function (w, d) {
    var s = side(w);
    return spec(d, s, s - 75, {
      data: [{name: "r", values: d.rows}],
      scales: square.concat([linear("size", [30, 400], {data: "r", field: "n"}, {type: "sqrt", zero: true})]),
      axes: [axis("bottom", d.x, ".1f", 5), axis("left", d.y, ".1f", 5)],
      marks: [diagonal, whisker(at("x", "mean"), at("y", "low"), at("y", "high")),
        mark("symbol", "r", {x: at("x", "mean"), y: at("y", "observed"), size: at("size", "n"), fill: is(BLUE),
          tooltip: {field: "text"}}, {name: "bins"}),
        labels("bins", "datum.short", ["right", "left", "top", "bottom"], 2)]
    });
  },
  tuning: function (w, d) {
    return spec(d, w, 260, {
      data: [{name: "r", values: d.rows}],
      scales: [linear("x", "width", {data: "r", field: "x"}, {nice: true, zero: true}),
        linear("y", "height", {data: "r", field: "high"}, {nice: true, zero: true}),
        {name: "shape", type: "ordinal", domain: ["candidate", "chosen"], range: ["circle", "diamond"]},
        {name: "colour", type: "ordinal", domain: ["candidate", "chosen"], range: [BLUE, RED]},
        {name: "size", type: "ordinal", domain: ["candidate", "chosen"], range: [50, 170]}],
      legends: [{shape: "shape", fill: "colour"}],
      axes: [Object.assign(axis("bottom", d.x, "d", 8), {tickMinStep: 1}), axis("left", "inner error", ".0%", 6)],
      marks: level(d.line).concat([
        whisker(at("x", "x"), at("y", "low"), at("y", "high"), {stroke: at("colour", "state"), strokeOpacity: is(0.45)}),
        mark("symbol", "r", {x: at("x", "x"), y: at("y", "error"), shape: at("shape", "state"), fill: at("colour", "state"),
          size: at("size", "state"), tooltip: {field: "text"}})])
    });
  },
  permutation: function (w, d) {
    var line = has([d], "line").map(function (r) { return r.line; });
    return spec(d, w, 180, {
      data: [{name: "r", values: d.rows}],
      scales: [linear("x", "width", {fields: [{data: "r", field: "from"}, {data: "r", field: "to"}, line]}, {nice: true, zero: false}),
        linear("y", "height", {data: "r", field: "n"}, {nice: true, zero: true})],
      axes: [axis("bottom", d.x, null, 8), Object.assign(axis("left", d.y, "d", 5), {tickMinStep: 1})],
      marks: [mark("rect", "r", {x: at("x", "from"), x2: {scale: "x", field: "to", offset: -1}, y: at("y", "n"), y2: on("y", 0),
          fill: is(BLUE), tooltip: {field: "text"}})].concat(upright(d.line), line.map(function (x) {
        return mark("text", null, {x: on("x", x), y: is(-4), dx: is(-4), text: is("the true labels")});
      }))
    });
  },
  /* Values of a feature by class, each of them, with the medians. */
  strips: function (w, d) {
    return spec(d, w, LANE * d.lanes.length, {
      data: [{name: "r", values: d.rows}, {name: "groups", values: d.groups}, {name: "lanes", values: d.lanes}],
      scales: [stretched(d, "width", {data: "r", field: "value"}), narrow(d.lanes.length)].concat(states(d)),
      axes: [Object.assign(axis("bottom", d.x, null, 4), ticks(d, d.rows, ["value"]))],
      marks: [lanes(),
        mark("symbol", "r", {x: at("x", "value"), y: at("y", "lane"), shape: at("shape", "state"), fill: at("colour", "state"),
          fillOpacity: is(0.7), size: is(d.size), tooltip: {field: "text"}}),
        mark("rule", "groups", {x: at("x", "median"), y: within("lane", -16), y2: within("lane", 16), stroke: is(INK),
          strokeWidth: is(2.5), tooltip: {field: "text"}})]
    });
  },
  boxes: function (w, d) {
    return spec(d, w, LANE * d.lanes.length, {
      data: [{name: "groups", values: d.groups}, {name: "lanes", values: d.lanes}],
      scales: [stretched(d, "width", {data: "groups", fields: ["low", "high"]}), narrow(d.lanes.length)].concat(states(d)),
      axes: [Object.assign(axis("bottom", d.x, null, 4), ticks(d, d.groups, ["low", "high"]))],
      marks: [lanes(),
        mark("rule", "groups", {x: at("x", "low"), x2: at("x", "high"), y: at("y", "lane"), stroke: at("colour", "state")}),
        mark("rect", "groups", {x: at("x", "lower"), x2: at("x", "upper"), y: within("lane", -11), y2: within("lane", 11),
          fill: at("colour", "state"), fillOpacity: is(0.45), stroke: at("colour", "state"), tooltip: {field: "text"}}),
        mark("rule", "groups", {x: at("x", "median"), y: within("lane", -11), y2: within("lane", 11), stroke: is(INK),
          strokeWidth: is(2.5), tooltip: {field: "text"}})]
    });
  },
  sparsity: function (w, d) {
    var x = {scale: "x", field: "x", offset: {field: "shift"}};
    return spec(d, w, 260, {
      data: [{name: "r", values: d.rows}],
      scales: [Object.assign(stretched(d, "width", {data: "r", field: "x"}), {padding: 40}),
        linear("y", "height", {fields: [{data: "r", field: "high"}, {data: "r", field: "value"}]}, {nice: true, zero: true})]
        .concat(states(d)),
      axes: [Object.assign(axis("bottom", d.x, null, 8), ticks(d, d.rows, ["x"])), axis("left", d.y, ".0%", 6)],
      legends: [{shape: "shape", fill: "colour"}],
      marks: level(d.line).concat([
        whisker(x, at("y", "low"), at("y", "high"), {stroke: at("colour", "state"), strokeOpacity: is(0.6)}),
        mark("symbol", "r", {x: x, y: at("y", "value"), shape: at("shape", "state"), fill: at("colour", "state"), size: is(90),
          tooltip: {field: "text"}}, {name: "methods"}),
        labels("methods", "datum.name",
          ["right", "left", "top-right", "bottom-right", "top-left", "bottom-left", "top", "bottom"], 40)])
    });
  },
  /* What a model of two features says where: cells, and the samples upon them. */
  map: function (w, d) {
    var s = side(w);
    function scale(name, range, a) {
      return {name: name, type: a.logarithmic ? "log" : "linear", range: range, domain: [a.low, a.high], zero: false, nice: false};
    }
    return spec(d, s, s - 75, {
      data: [{name: "cells", values: d.cells}, {name: "r", values: d.rows}],
      scales: [scale("x", "width", d.x), scale("y", "height", d.y)].concat(states(d)),
      axes: [Object.assign(axis("bottom", d.x.title, null, 5), ticks(d.x, [d.x], ["low", "high"])),
        Object.assign(axis("left", d.y.title, null, 5), ticks(d.y, [d.y], ["low", "high"]))],
      legends: [{shape: "shape", fill: "colour"}],
      marks: [
        mark("rect", "cells", {x: at("x", "x"), x2: at("x", "x2"), y: at("y", "y"), y2: at("y", "y2"), fill: at("colour", "state"),
          fillOpacity: {field: "strength", mult: 0.5}}),
        mark("symbol", "r", {x: at("x", "x"), y: at("y", "y"), shape: at("shape", "state"), fill: at("colour", "state"),
          stroke: is("var(--paper)"), strokeWidth: is(1), size: is(60), tooltip: {field: "text"}})]
    });
  },
  /* Probabilities by models of resamples against those by the model itself. */
  refits: function (w, d) {
    return spec(d, w, Math.min(w, 420), {
      data: [{name: "r", values: d.rows}], scales: square.concat(states(d)),
      axes: [axis("bottom", d.x, ".1f"), Object.assign(axis("left", d.y, ".1f"), {titleLimit: Math.min(w, 420)})],
      legends: d.states.length > 1 ? [{title: "the models say", shape: "shape", fill: "colour"}] : [],
      marks: [diagonal].concat(upright(d.line), level(d.line), [
        whisker(at("x", "prob"), at("y", "low"), at("y", "high"), {stroke: at("colour", "state"), strokeOpacity: is(0.35)}),
        mark("symbol", "r", {x: at("x", "prob"), y: at("y", "mean"), shape: at("shape", "state"), fill: at("colour", "state"),
          size: is(d.size), tooltip: {field: "text"}})])
    });
  },
  curve: function (w, d) {
    return spec(d, w, 240, {
      data: [{name: "r", values: d.rows}],
      scales: [linear("x", "width", {data: "r", field: "x"}, {nice: true, zero: true}),
        linear("y", "height", {fields: [{data: "r", field: "high"}, {data: "r", field: "value"}]}, {nice: true, zero: true})],
      axes: [axis("bottom", d.x, "d", 8), axis("left", d.y, ".0%", 6)],
      marks: [whisker(at("x", "x"), at("y", "low"), at("y", "high")),
        mark("line", "r", {x: at("x", "x"), y: at("y", "value"), stroke: is(BLUE), strokeWidth: is(2)}),
        mark("symbol", "r", {x: at("x", "x"), y: at("y", "value"), fill: is(BLUE), size: is(70), tooltip: {field: "text"}})]
    });
  },
  trace: function (w, d) {
    return spec(d, w, 220, {
      data: [{name: "r", values: d.rows}],
      scales: [linear("x", "width", {data: "r", field: "x"}, {nice: true, zero: false}),
        linear("y", "height", {data: "r", field: "y"}, {nice: true, zero: false})],
      axes: [axis("bottom", "iteration", "d", 8), axis("left", "objective", null, 6)],
      marks: [mark("line", "r", {x: at("x", "x"), y: at("y", "y"), stroke: is(BLUE), strokeWidth: is(2)}),
        mark("symbol", "r", {x: at("x", "x"), y: at("y", "y"), fill: is(BLUE), size: is(30), tooltip: {field: "text"}})]
    });
  }
};

document.querySelectorAll("[data-chart]").forEach(function (place) {
  room = Math.max(260, Math.min(place.clientWidth, 760));
  config.legend.columns = room < 420 ? 2 : 0; /* 0: all in a row */
  new vega.View(vega.parse(charts[place.dataset.chart](room, D[place.dataset.key]), null, {ast: true}),
    {expr: vega.expressionInterpreter, renderer: "svg", container: place, hover: false})
    .runAsync().then(function () { place.dataset.drawn = "yes"; });
});
})();
