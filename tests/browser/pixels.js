// Reads rendered pixels: runs inside the page under test (page.evaluate), on a picture of that page.
// Pictures are arrays of linear sRGB in [0, 1], three numbers a pixel.
(() => {
  const linear = (byte) => (byte <= 10.31475 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  const LINEAR = Float64Array.from({ length: 256 }, (_, byte) => linear(byte));

  // Deuteranopia, severity 1.0: Machado, Oliveira & Fernandes, "A Physiologically-based Model for Simulation of Color
  // Vision Deficiency", IEEE TVCG 15(6), 2009; for linear RGB. Grey: relative luminance of WCAG 2 (Rec. 709).
  const EYES = {
    full: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
    grey: [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722],
  };

  async function load(base64) {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width;
    canvas.height = image.height;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context;
  }

  /** A cut of the picture as linear RGB. */
  function cut(context, { x, y, width, height }) {
    const { data } = context.getImageData(Math.round(x), Math.round(y), Math.round(width), Math.round(height));
    const out = new Float64Array((data.length / 4) * 3);
    for (let at = 0; at < data.length / 4; at += 1) {
      for (let part = 0; part < 3; part += 1) out[at * 3 + part] = LINEAR[data[at * 4 + part]];
    }
    return { width: Math.round(width), height: Math.round(height), data: out };
  }

  /** The mean of each pixel and its eight neighbours: what a glance makes of fine lines. */
  function blurred({ width, height, data }) {
    const out = new Float64Array(data.length);
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        for (let part = 0; part < 3; part += 1) {
          let sum = 0;
          let count = 0;
          for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
            for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
              sum += data[(v * width + u) * 3 + part];
              count += 1;
            }
          }
          out[(y * width + x) * 3 + part] = sum / count;
        }
      }
    }
    return { width, height, data: out };
  }

  const bend = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116);

  /** As such eyes see it, in CIELAB (D65): equal distances look about equally far apart. */
  function lab({ width, height, data }, eyes) {
    const m = EYES[eyes];
    const out = new Float64Array(data.length);
    for (let at = 0; at < data.length; at += 3) {
      const [r, g, b] = [0, 3, 6].map((row) =>
        Math.min(1, Math.max(0, m[row] * data[at] + m[row + 1] * data[at + 1] + m[row + 2] * data[at + 2])));
      const fx = bend((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
      const fy = bend(0.2126 * r + 0.7152 * g + 0.0722 * b);
      const fz = bend((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
      out[at] = 116 * fy - 16;
      out[at + 1] = 500 * (fx - fy);
      out[at + 2] = 200 * (fy - fz);
    }
    return { width, height, data: out };
  }

  /**
   * Two pictures laid over each other, one moved by (dx, dy), their rims left out: the mean distance in that window of
   * half their width and height in which they differ most. People look at the part that differs, not at the whole.
   */
  function apart(one, other, dx, dy) {
    const rim = Math.max(2, Math.round(one.width * 0.07));
    const [width, height] = [one.width - 2 * rim, one.height - 2 * rim];
    const [wide, high] = [Math.ceil(width / 2), Math.ceil(height / 2)];
    const sums = new Float64Array((width + 1) * (height + 1)); // of the distances above and left of a corner
    let most = 0;
    for (let y = 1; y <= height; y += 1) {
      let line = 0;
      for (let x = 1; x <= width; x += 1) {
        const a = ((y + rim - 1) * one.width + x + rim - 1) * 3;
        const b = ((y + rim - 1 + dy) * one.width + x + rim - 1 + dx) * 3;
        const [l, m, n] = [one.data[a] - other.data[b], one.data[a + 1] - other.data[b + 1], one.data[a + 2] - other.data[b + 2]];
        line += Math.sqrt(l * l + m * m + n * n);
        const at = y * (width + 1) + x;
        sums[at] = sums[at - width - 1] + line;
        if (x < wide || y < high) continue;
        const up = at - high * (width + 1);
        most = Math.max(most, sums[at] - sums[at - wide] - sums[up] + sums[up - wide]);
      }
    }
    return most / (wide * high);
  }

  /** The same where the two fit best within a pixel: nobody compares tiles edge to edge. */
  function distance(one, other) {
    let best = Infinity;
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) best = Math.min(best, apart(one, other, dx, dy));
    }
    return best;
  }

  const luminance = (data, at) => 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

  /** How far every two of the boxes' contents are apart for such eyes: {pairs: [[a, b, distance]], …}. */
  async function distances(base64, boxes, again, eyes) {
    const picture = await load(base64);
    const seen = (box) => lab(blurred(cut(picture, box)), eyes);
    const faces = boxes.map(seen);
    const pairs = [];
    for (let a = 0; a < faces.length; a += 1) {
      for (let b = a + 1; b < faces.length; b += 1) pairs.push([a, b, distance(faces[a], faces[b])]);
    }
    return { pairs, same: again.map((box, at) => distance(faces[at], seen(box))) };
  }

  /** The brightnesses that lie flat in each box, the largest area first: [[luminance, share of the box], …]. */
  async function inks(base64, boxes) {
    const picture = await load(base64);
    return boxes.map((box) => {
      const { width, height, data } = cut(picture, box);
      const step = (at) => Math.round(Math.log(luminance(data, at) + 0.05) / Math.log(1.08)); // of 8 per cent contrast
      const found = new Map();
      for (let y = 1; y < height - 1; y += 1) {
        for (let x = 1; x < width - 1; x += 1) {
          const at = (y * width + x) * 3;
          const own = step(at);
          if (![-3, 3, -3 * width, 3 * width].every((aside) => Math.abs(step(at + aside) - own) < 2)) continue; // an edge
          const known = found.get(own) || [luminance(data, at), 0];
          found.set(own, [known[0], known[1] + 1 / (width * height)]);
        }
      }
      return [...found.values()].sort((a, b) => b[1] - a[1]);
    });
  }

  /** The worst contrast of a colour [r, g, b, alpha] (bytes, alpha 0 to 1) over what lies in each box. */
  async function worst(base64, texts) {
    const picture = await load(base64);
    return texts.map(({ box, colour: [r, g, b, alpha] }) => {
      const { data } = cut(picture, box);
      const found = [];
      for (let at = 0; at < data.length; at += 3) {
        const under = luminance(data, at);
        const own = 0.2126 * LINEAR[r] + 0.7152 * LINEAR[g] + 0.0722 * LINEAR[b];
        found.push(contrast(own * alpha + under * (1 - alpha), under));
      }
      found.sort((a, b) => a - b);
      return found[Math.floor(found.length * 0.1)];
    });
  }

  /** Every piece of text on the screen: what it says, where, in which colour, and whether it is large (WCAG 2, 1.4.3). */
  function texts() {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!node.data.trim() || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (holder.closest("script, style, option, .visually-hidden, [disabled], [aria-disabled=true]")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = letterBox(range.getClientRects()[0], holder);
      if (!box || box.width < 4 || box.height < 6 || box.x < 0 || box.y < 0 || box.right > innerWidth || box.bottom > innerHeight) continue;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!top || !(holder.contains(top) || top.contains(holder))) continue;
      const style = getComputedStyle(holder);
      const size = parseFloat(style.fontSize);
      found.push({
        said: node.data.trim().slice(0, 24), where: holder.id || holder.className || holder.tagName, colour: shown(holder, style.color),
        large: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700),
        box: { x: box.x, y: box.y, width: Math.max(1, Math.floor(box.width)), height: Math.max(1, Math.floor(box.height)) },
      });
    }
    return found;
  }

  /** Where letters really are: a line's box without its leading, and without what is cut off by the boxes around it. */
  function letterBox(line, holder) {
    if (!line) return null;
    const em = parseFloat(getComputedStyle(holder).fontSize);
    const spare = Math.max(0, (line.height - em * 0.8) / 2);
    let { left, right, top, bottom } = { left: line.left + em * 0.1, right: line.right - em * 0.1, top: line.top + spare, bottom: line.bottom - spare };
    for (let at = holder; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const frame = at.getBoundingClientRect();
      [left, right, top, bottom] = [Math.max(left, frame.left), Math.min(right, frame.right), Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return new DOMRect(left, top, right - left, bottom - top);
  }

  /** [r, g, b, alpha] of a computed colour, paler by every opacity around it. */
  function shown(node, colour) {
    const [r, g, b, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    let through = alpha;
    for (let at = node; at; at = at.parentElement) through *= Number(getComputedStyle(at).opacity);
    return [r, g, b, through];
  }

  /** Take all letters away, leaving what lies under them; or bring them back. */
  function letters(on) {
    const none = new CSSStyleSheet();
    none.replaceSync("* { -webkit-text-fill-color: transparent !important; text-shadow: none !important; transition: none !important }");
    document.adoptedStyleSheets = on ? [] : [none];
  }

  /** Contrast of two computed opaque colours. */
  function of(one, other) {
    const [a, b] = [one, other].map((colour) => shown(document.documentElement, colour).map((byte) => LINEAR[byte] ?? 0));
    return contrast(luminance(a, 0), luminance(b, 0));
  }

  window.pixels = { distances, inks, worst, texts, letters, contrast, of };
})();
