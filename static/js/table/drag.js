// A tile dragged sideways to another place in the hand. Shift and the arrow keys do the same (Hand.shift).

const START_PX = 12;

/** The index of the tile in `options` whose middle is nearest to a point. */
function nearest(options, x, y) {
  const distances = options.map((option) => {
    const box = option.getBoundingClientRect();
    return Math.hypot(box.left + box.width / 2 - x, (box.top + box.height / 2 - y) * 1.5);
  });
  return distances.indexOf(Math.min(...distances));
}

export class Drag {
  /** `allowed()` says whether tiles may be laid by hand now; `onDrop(from, to)` hears where one was let go. */
  constructor(node, { allowed, onDrop }) {
    Object.assign(this, { node, allowed, onDrop });
    this.held = null;
  }

  get active() {
    return this.held !== null;
  }

  /** Follow the pointer from where `press` {index, x, y} began; a move more upwards than sideways is no drag. */
  follow(press, event) {
    const across = event.clientX - press.x;
    const down = event.clientY - press.y;
    if (!this.active) {
      if (!this.allowed() || Math.abs(across) < START_PX || Math.abs(across) < Math.abs(down)) return;
      this.held = this.node.children[press.index];
      this.held.classList.add("dragged");
    }
    this.held.style.transform = `translate(${across}px, ${down}px)`;
  }

  /** Let the tile go at the pointer, or where it was when there is none. */
  end(event = null) {
    const { held } = this;
    if (!held) return;
    this.held = null;
    held.classList.remove("dragged");
    held.style.transform = "";
    if (!event) return;
    const options = [...this.node.children];
    this.onDrop(options.indexOf(held), nearest(options, event.clientX, event.clientY));
  }
}
