'use strict';
(() => {
  const films = JSON.parse(document.getElementById('films').textContent);
  const leg = films.legMillis;
  const numbers = (text) => (text ? text.split(' ').map((each) => parseInt(each, 36)) : []);
  const walk = (millis) => {
    const along = ((millis % (2 * leg)) + 2 * leg) % (2 * leg);
    return Math.min(along, 2 * leg - along);
  };

  // The sticky row of controls. Without this script there is nothing to control, so the page has none of its own.
  const controls = document.createElement('div');
  controls.className = 'controls';
  const choice = (id, title, values, chosen, changed) => {
    const label = document.createElement('label');
    const select = document.createElement('select');
    select.id = id;
    label.append(title + ' ', select);
    controls.append(label);
    const fill = (entries, wanted) => {
      select.replaceChildren(...entries.map(([value, text]) => new Option(text, value, false, value === wanted)));
    };
    fill(values, chosen);
    select.addEventListener('change', changed);
    return { select, fill };
  };
  const load = choice('load', 'Steps', films.loads.map((each) => [each.key, each.text]), 'heavy', () => {
    showDisplays();
    rewind();
  });
  const display = choice('display', 'Display', [], '', () => rewind());
  const speeds = [['1', 'real time'], ['0.5', '2 times slower'], ['0.25', '4 times slower'],
    ['0.1', '10 times slower'], ['0.03125', '32 times slower']];
  const speed = choice('speed', 'Speed', speeds, '1', () => {});
  const button = document.createElement('button');
  button.id = 'play';
  button.type = 'button';
  controls.append(button);

  let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let millis = 0;
  const showPlaying = () => {
    button.textContent = playing ? 'Pause' : 'Play';
  };
  button.addEventListener('click', () => {
    playing = !playing;
    showPlaying();
  });
  showPlaying();

  const showDisplays = () => {
    const rates = films.loads.find((each) => each.key === load.select.value).fps.map(String);
    const before = display.select.value || String(films.fps);
    display.fill(rates.map((each) => [each, each + ' fps']), rates.includes(before) ? before : rates[0]);
  };

  const lanes = films.loops.map((loop) => {
    const figure = document.getElementById(loop.figure);
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', loop.name + ', beside an even motion');
    figure.prepend(canvas);
    figure.classList.add('played');
    return { loop, figure, canvas, caption: figure.querySelector('figcaption'), visible: true, film: null };
  });
  const grid = document.createElement('div');
  grid.className = 'lanes';
  lanes[0].figure.before(controls, grid);
  grid.append(...lanes.map((lane) => lane.figure));
  if ('IntersectionObserver' in window) {
    const seen = new IntersectionObserver((entries) => entries.forEach((entry) => {
      lanes.find((lane) => lane.canvas === entry.target).visible = entry.isIntersecting;
    }));
    lanes.forEach((lane) => seen.observe(lane.canvas));
  }

  const rewind = () => {
    millis = 0;
    const rate = Number(display.select.value);
    for (const lane of lanes) {
      const packed = lane.loop.films[load.select.value + ' ' + rate];
      lane.caption.textContent = lane.loop.name + (packed ? ': ' + packed.text : ': too few frames to draw');
      if (!packed) {
        lane.film = null;
        continue;
      }
      let at = 0;
      const displayed = numbers(packed.d).map((hundredths) => {
        at += hundredths;
        return at / 100;
      });
      const shown = numbers(packed.p).map((tenths) => tenths / 10);
      lane.film = {
        displayed,
        shown,
        even: (time) => walk(packed.even + packed.pace * time),
        errors: displayed.map((time, i) => shown[i] - walk(packed.even + packed.pace * time)),
      };
    }
  };

  /** The frame that is on the display at this time. */
  const frameAt = (film, time) => {
    let low = 0;
    let high = film.displayed.length - 1;
    while (high > low) {
      const middle = (low + high + 1) >> 1;
      if (film.displayed[middle] > time) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return low;
  };

  const draw = (lane, colours) => {
    const { canvas, film } = lane;
    const dots = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
      canvas.width = Math.round(width * dots);
      canvas.height = Math.round(height * dots);
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(dots, 0, 0, dots, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!film) {
      return;
    }
    const refresh = 1000 / Number(display.select.value);
    // Both bodies move at refreshes of the recorded display only.
    const first = film.displayed[0];
    const refreshed = first + Math.floor((millis - first) / refresh + 0.01) * refresh;
    const frame = frameAt(film, refreshed + refresh / 2);
    const room = films.strayMillimetres;
    const x = (position) => 10 + (position + room) / (leg + 2 * room) * (width - 20);
    const line = (colour, points, thick) => {
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.beginPath();
      points.forEach(([px, py], i) => (i === 0 ? pen.moveTo(px, py) : pen.lineTo(px, py)));
      pen.stroke();
    };
    line(colours.line, [[x(0), 4], [x(0), 56]], 1);
    line(colours.line, [[x(leg), 4], [x(leg), 56]], 1);
    const disc = (px, py) => {
      pen.beginPath();
      pen.arc(px, py, 8, 0, 2 * Math.PI);
    };
    pen.strokeStyle = colours.soft;
    pen.lineWidth = 2;
    disc(x(film.even(refreshed)), 17);
    pen.stroke();
    pen.fillStyle = lane.loop.ours ? colours.ours : colours.theirs;
    disc(x(film.shown[frame]), 43);
    pen.fill();

    // The strip of the error, from -10 to 10 mm, with the time in it.
    const middle = 84;
    const across = (time) => 10 + time / (1000 * films.seconds) * (width - 20);
    const down = (error) => middle - Math.max(-1, Math.min(1, error / films.errorMillimetres)) * 22;
    line(colours.line, [[across(0), middle], [across(1000 * films.seconds), middle]], 1);
    line(pen.fillStyle, film.errors.map((error, i) => [across(film.displayed[i]), down(error)]), 1);
    line(colours.text, [[across(millis), middle - 24], [across(millis), middle + 24]], 1);
    lane.figure.dataset.frame = String(frame);
    lane.figure.dataset.error = film.errors[frame].toFixed(1);
  };

  let before = null;
  const tick = (now) => {
    const passed = before === null ? 0 : Math.min(100, now - before);
    before = now;
    if (playing) {
      millis = (millis + passed * Number(speed.select.value)) % (1000 * films.seconds);
    }
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const colours = { text: colour('--text'), soft: colour('--soft'), line: colour('--line'),
      ours: colour('--s3'), theirs: colour('--s1') };
    lanes.filter((lane) => lane.visible).forEach((lane) => draw(lane, colours));
    controls.dataset.millis = millis.toFixed(1);
    requestAnimationFrame(tick);
  };
  showDisplays();
  rewind();
  requestAnimationFrame(tick);
})();
