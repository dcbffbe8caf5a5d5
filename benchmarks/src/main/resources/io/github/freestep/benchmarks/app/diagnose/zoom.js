// Puts a timeline that zooms in place of the static one.
(function () {
  "use strict";
  var NS = "http://www.w3.org/2000/svg";
  var WIDTH = 900, HEIGHT = 260, LEFT = 50, BOTTOM = 30, TOP = 10;
  var data = JSON.parse(document.getElementById("lines").textContent);
  var names = ["behind", "late"];
  var classes = ["s1", "s2"];
  var figure = document.getElementById("timeline");
  var last = Math.max(0.001, data.behind[0][data.behind[0].length - 1] || 0);
  var from = 0, to = last;

  function make(name, attributes, parent) {
    var element = document.createElementNS(NS, name);
    Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
    parent.appendChild(element);
    return element;
  }

  var svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
  svg.setAttribute("id", "zoomed");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "How far the picture is behind, and how late states are");
  svg.style.width = "100%";
  svg.style.touchAction = "pan-y";

  // The points in view, and one on each side.
  function visible(line) {
    var times = line[0], first = 0, end = times.length;
    while (first + 1 < times.length && times[first + 1] < from) { first++; }
    while (end - 2 > first && times[end - 2] > to) { end--; }
    return [first, end];
  }

  function draw() {
    while (svg.firstChild) { svg.removeChild(svg.firstChild); }
    var most = 1;
    names.forEach(function (name) {
      var range = visible(data[name]);
      for (var i = range[0]; i < range[1]; i++) { most = Math.max(most, data[name][1][i]); }
    });
    var x = function (time) { return LEFT + (time - from) / (to - from) * (WIDTH - LEFT); };
    var y = function (value) { return HEIGHT - BOTTOM - value / most * (HEIGHT - BOTTOM - TOP); };
    data.findings.forEach(function (finding) {
      if (finding[1] >= from && finding[0] <= to) {
        var left = x(Math.max(from, finding[0])), right = x(Math.min(to, finding[1]));
        var span = make("rect", {x: left, y: TOP, width: Math.max(2, right - left), height: HEIGHT - BOTTOM - TOP, "class": "finding", fill: "currentColor", "fill-opacity": 0.12}, svg);
        make("title", {}, span).textContent = finding[2];
      }
    });
    for (var n = 0; n <= 4; n++) {
      make("line", {x1: LEFT, x2: WIDTH, y1: y(most * n / 4), y2: y(most * n / 4), "class": "grid", stroke: "currentColor", "stroke-opacity": 0.15}, svg);
      make("text", {x: LEFT - 6, y: y(most * n / 4) + 4, "text-anchor": "end", "font-size": 12, fill: "currentColor"}, svg).textContent = (most * n / 4).toFixed(most < 10 ? 1 : 0);
      var time = from + (to - from) * n / 4;
      make("text", {x: Math.min(WIDTH - 30, Math.max(LEFT + 20, x(time))), y: HEIGHT - 8, "text-anchor": "middle", "font-size": 12, fill: "currentColor"}, svg).textContent = time.toFixed(to - from < 2 ? 3 : 1) + " s";
    }
    names.forEach(function (name, index) {
      var range = visible(data[name]), points = [];
      for (var i = range[0]; i < range[1]; i++) {
        points.push(x(data[name][0][i]).toFixed(1) + "," + y(Math.max(0, data[name][1][i])).toFixed(1));
      }
      make("polyline", {points: points.join(" "), fill: "none", "class": "line " + classes[index]}, svg);
    });
  }

  function zoom(factor, centre) {
    var span = Math.min(last, Math.max(0.02, (to - from) * factor));
    from = Math.max(0, Math.min(last - span, centre - (centre - from) * span / (to - from)));
    to = from + span;
    draw();
  }

  function move(share) {
    var span = to - from;
    from = Math.max(0, Math.min(last - span, from + share * span));
    to = from + span;
    draw();
  }

  function time(event) {
    var box = svg.getBoundingClientRect();
    var at = (event.clientX - box.left) / box.width * WIDTH;
    return from + Math.max(0, at - LEFT) / (WIDTH - LEFT) * (to - from);
  }

  svg.addEventListener("wheel", function (event) {
    event.preventDefault();
    zoom(event.deltaY < 0 ? 0.8 : 1.25, time(event));
  }, {passive: false});
  var dragged = null;
  svg.addEventListener("pointerdown", function (event) { dragged = event.clientX; svg.setPointerCapture(event.pointerId); });
  svg.addEventListener("pointerup", function () { dragged = null; });
  svg.addEventListener("pointermove", function (event) {
    if (dragged !== null) {
      move((dragged - event.clientX) / svg.getBoundingClientRect().width);
      dragged = event.clientX;
    }
  });

  var bar = document.createElement("p");
  [["+", "Zoom in", function () { zoom(0.5, (from + to) / 2); }],
   ["\u2212", "Zoom out", function () { zoom(2, (from + to) / 2); }],
   ["\u25c0", "Earlier", function () { move(-0.5); }],
   ["\u25b6", "Later", function () { move(0.5); }],
   ["all", "The whole run", function () { from = 0; to = last; draw(); }]].forEach(function (each) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = each[0];
    button.setAttribute("aria-label", each[1]);
    button.addEventListener("click", each[2]);
    bar.appendChild(button);
    bar.appendChild(document.createTextNode(" "));
  });
  bar.appendChild(document.createTextNode("Or turn the wheel, and drag."));
  figure.parentNode.insertBefore(bar, figure);
  figure.parentNode.insertBefore(svg, figure);
  draw();
})();
