'use strict';
// Lets Chart.js draw each figure from the values beside it. Dragging selects a range of the horizontal axis.
(() => {
  const narrow = matchMedia('(max-width: 720px)');
  const round = (value) => String(Number(value.toPrecision(4)));
  let palette;
  const readPalette = () => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    palette = { text: colour('--text'), soft: colour('--soft'), line: colour('--line'), page: colour('--page'),
      shade: Math.round(255 * Number(colour('--shade'))).toString(16),
      series: [1, 2, 3, 4, 5, 6].map((i) => colour('--s' + i)) };
  };
  const series = (i) => palette.series[i % palette.series.length];

  /** Names below their line are left out where they would touch the one before. */
  const writeNames = (pen, names, place) => {
    let taken = -Infinity;
    names.forEach((name, i) => {
      const [x, y, right] = place(i);
      if (x >= taken && x + pen.measureText(name).width <= right) {
        pen.fillText(name, x, y);
        taken = x + pen.measureText(name).width + 6;
      }
    });
  };

  const drawn = (chart) => chart.data.datasets.filter((set, i) => chart.isDatasetVisible(i));
  const overlay = {
    id: 'overlay',
    beforeDatasetsDraw(chart) {
      const { ctx: pen, chartArea: area, scales: { x } } = chart;
      pen.save();
      pen.beginPath();
      pen.rect(area.left, area.top, area.width, area.height);
      pen.clip();
      for (const set of drawn(chart).filter((each) => each.spans)) {
        pen.fillStyle = set.shade;
        // One path, because overlapping stretches are no darker than one.
        pen.beginPath();
        set.spans.from.forEach((from, i) => {
          const left = x.getPixelForValue(from);
          pen.rect(left, area.top, Math.max(1.5, x.getPixelForValue(set.spans.to[i]) - left), area.height);
        });
        pen.fill();
      }
      pen.restore();
    },
    afterDatasetsDraw(chart) {
      const { ctx: pen, chartArea: area, scales: { x }, figure } = chart;
      pen.save();
      pen.font = Chart.defaults.font.size + 'px ' + Chart.defaults.font.family;
      pen.fillStyle = palette.text;
      const marks = figure.values.marks;
      const seen = marks.from.map((at, i) => [at, marks.names[i]])
        .filter(([at]) => at >= x.min && at <= x.max).map(([at, name]) => [x.getPixelForValue(at), name]);
      pen.strokeStyle = palette.text;
      pen.setLineDash([3, 2]);
      pen.beginPath();
      seen.forEach(([left]) => {
        pen.moveTo(left, area.top - 14);
        pen.lineTo(left, area.bottom);
      });
      pen.stroke();
      writeNames(pen, seen.map(([, name]) => name), (i) => [seen[i][0] + 3, area.top - 4, chart.width]);
      if (figure.dragged) {
        const [from, to] = figure.dragged;
        pen.fillStyle = palette.soft + '44';
        pen.fillRect(Math.min(from, to), area.top, Math.abs(to - from), area.height);
      }
      pen.restore();
    },
  };

  /** The nearest point of each line. */
  Chart.Interaction.modes.nearestOfEach = (chart, event) => chart.getSortedVisibleDatasetMetas()
    .filter((meta) => meta.data.length)
    .map((meta) => {
      let index = 0;
      meta.data.forEach((item, i) => {
        index = Math.abs(item.x - event.x) < Math.abs(meta.data[index].x - event.x) ? i : index;
      });
      return { element: meta.data[index], datasetIndex: meta.index, index };
    });

  const axis = (title, more) => ({
    title: { display: Boolean(title), text: title, color: palette.soft },
    ticks: { color: palette.text, maxRotation: 0, ...more.ticks },
    grid: { color: palette.line },
    ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'ticks')),
  });

  /** The names of the stretches below a time. */
  const below = (values, at) => values.spans.flatMap((spans) => spans.from
    .map((from, i) => (from <= at && at <= spans.to[i] ? spans.name.split(',')[0] : null))
    .filter(Boolean));

  const lines = (values) => {
    const positive = values.lines.flatMap((line) => line.y).filter((y) => y > 0);
    const least = positive.reduce((one, other) => Math.min(one, other), Infinity) / 2;
    const place = (y) => (y === null ? NaN : y <= 0 ? least : y);
    let colour = 0;
    const datasets = values.lines.map((line) => {
      const data = line.x.map((x, i) => ({ x, y: place(line.y[i]) }));
      const alone = data.map((point, i) => !Number.isFinite(data[i - 1]?.y) && !Number.isFinite(data[i + 1]?.y));
      const shown = line.reference ? palette.soft : series(colour++);
      return { label: line.name, data, borderColor: shown, backgroundColor: shown, order: line.reference ? 1 : 0,
        borderWidth: line.reference ? 1 : 1.5, pointRadius: alone.includes(true) ? alone.map((is) => (is ? 2 : 0)) : 0,
        pointStyle: alone.includes(true) ? 'circle' : 'line' };
    });
    const shades = values.spans.map((spans) => ({ label: spans.name, data: [], spans, shade: series(colour) + palette.shade,
      backgroundColor: series(colour++) + palette.shade, borderWidth: 0, pointStyle: 'rect' }));
    const y = { type: 'logarithmic', ticks: { callback: round }, afterBuildTicks: (scale) => {
      const steps = scale.max / scale.min < 1e4 ? [1, 2, 5] : [1];
      scale.ticks = scale.ticks.filter((tick) => steps.includes(Number(tick.value.toExponential()[0]))
        && tick.value.toExponential().length < 6);
    } };
    return {
      type: 'line',
      range: values.range,
      data: { datasets: [...datasets, ...shades] },
      options: {
        parsing: false,
        normalized: true,
        layout: { padding: { right: 8 } },
        scales: {
          x: axis(values.x, { type: 'linear', ticks: { includeBounds: false } }),
          y: axis(values.y, y),
        },
        plugins: {
          // Room for the names of marks, below the legend.
          title: { display: values.marks.from.length > 0, text: ' ', padding: 0, weight: 500 },
          decimation: { enabled: true, algorithm: 'min-max' },
          legend: { labels: { usePointStyle: true, color: palette.text, boxHeight: 7 } },
          tooltip: { callbacks: {
            title: (items) => (items.length === 0
              ? '' : values.x + ': ' + Number(items[0].parsed.x.toPrecision(6))),
            label: (item) => item.dataset.label + ': ' + round(item.parsed.y),
            footer: (items) => (items.length === 0 ? [] : below(values, items[0].parsed.x)),
          } },
        },
      },
    };
  };

  const build = (figure) => {
    const { values, plot } = figure;
    const config = lines(values);
    figure.whole = config.range;
    Object.assign(config.options, { animation: false, maintainAspectRatio: false });
    config.options.interaction = { mode: 'nearestOfEach', intersect: false };
    const shown = figure.shown || figure.whole;
    Object.assign(config.options.scales.x, { min: shown[0], max: shown[1] });
    if (figure.chart) {
      figure.chart.destroy();
    }
    config.plugins = [{ id: 'owner', beforeInit(chart) { chart.figure = figure; } }, overlay];
    figure.chart = new Chart(figure.canvas, config);
  };

  const show = (figure, from, to) => {
    const [first, last] = figure.whole;
    const length = Math.min(last - first, Math.max((last - first) / 1e5, to - from));
    const start = Math.max(first, Math.min(last - length, from));
    figure.shown = [start, start + length];
    Object.assign(figure.chart.options.scales.x, { min: start, max: start + length });
    figure.chart.update('none');
  };

  const zoomable = (figure) => {
    const change = (factor, shift) => {
      const [from, to] = figure.shown || figure.whole;
      const half = (to - from) / 2 * factor;
      const middle = (from + to) / 2 + shift * (to - from);
      show(figure, middle - half, middle + half);
    };
    const row = document.createElement('span');
    row.className = 'zoom';
    for (const [sign, name, does] of [['+', 'Zoom in', () => change(0.5, 0)], ['\u2212', 'Zoom out', () => change(2, 0)],
      ['\u25c0', 'Earlier', () => change(1, -0.5)], ['\u25b6', 'Later', () => change(1, 0.5)],
      ['all', 'Show all', () => show(figure, ...figure.whole)]]) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = sign;
      button.setAttribute('aria-label', name);
      button.title = name;
      button.addEventListener('click', does);
      row.append(button);
    }
    figure.element.querySelector('figcaption').prepend(row);

    // A finger scrolls the page, and so only a mouse or a pen selects a range.
    const { canvas } = figure;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.pointerType !== 'touch' && event.button === 0) {
        figure.dragged = [event.offsetX, event.offsetX];
        canvas.setPointerCapture(event.pointerId);
      }
    });
    canvas.addEventListener('pointermove', (event) => {
      if (figure.dragged) {
        figure.dragged[1] = event.offsetX;
        figure.chart.draw();
      }
    });
    canvas.addEventListener('pointerup', () => {
      const dragged = figure.dragged;
      figure.dragged = null;
      if (dragged && Math.abs(dragged[1] - dragged[0]) > 5) {
        const ends = dragged.map((at) => figure.chart.scales.x.getValueForPixel(at)).sort((a, b) => a - b);
        show(figure, Math.max(figure.shown ? figure.shown[0] : ends[0], ends[0]), ends[1]);
      } else if (dragged) {
        figure.chart.draw();
      }
    });
    canvas.addEventListener('dblclick', () => show(figure, ...figure.whole));
    // With the control key, because the wheel alone scrolls the page. A touchpad sends the same for a pinch.
    canvas.addEventListener('wheel', (event) => {
      if (event.ctrlKey) {
        event.preventDefault();
        const [from, to] = figure.shown || figure.whole;
        const at = figure.chart.scales.x.getValueForPixel(event.offsetX);
        const factor = event.deltaY < 0 ? 0.8 : 1.25;
        show(figure, at - (at - from) * factor, at + (to - at) * factor);
      }
    }, { passive: false });
  };

  Object.assign(Chart.defaults, { locale: 'en' });
  Object.assign(Chart.defaults.font, { family: 'system-ui, sans-serif', size: 12 });
  const figures = [...document.querySelectorAll('script.chart')].map((json) => {
    const element = json.parentElement;
    const plot = element.querySelector('.plot');
    return { values: JSON.parse(json.textContent), element, plot, canvas: plot.querySelector('canvas') };
  });
  const drawAll = () => {
    readPalette();
    figures.forEach(build);
  };
  drawAll();
  figures.forEach(zoomable);
  // Print has light colours and another width.
  for (const query of [matchMedia('(prefers-color-scheme: dark)'), matchMedia('print'), narrow]) {
    query.addEventListener('change', drawAll);
  }
})();
