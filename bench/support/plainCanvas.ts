import type { Page } from "playwright";
import type { Rect } from "#core/layout/geometry.ts";
import type { Picture } from "#core/layout/picture.ts";

/** What a plain canvas needs of a picture. */
interface Plain {
  readonly boxes: readonly (Rect & { readonly texts: readonly string[]; readonly frame: boolean })[];
  readonly lines: readonly { readonly box: Rect; readonly points: readonly number[] }[];
}

function plainOf({ scene, boxes, routes }: Picture): Plain {
  return {
    boxes: [...scene.items.values()].flatMap(({ id, content, shape }) => {
      const box = boxes.get(id);
      const texts = [content.title, ...content.rows.map(({ chips }) => chips.map((c) => c.text).join(" "))];
      return box ? [{ ...box, texts, frame: shape === "compound" || shape === "parallel" }] : [];
    }),
    lines: [...routes.values()].map(({ points }) => {
      const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
      const [x, y] = [Math.min(...xs), Math.min(...ys)];
      const box = { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
      return { box, points: points.flatMap((p) => [p.x, p.y]) };
    }),
  };
}

/**
 * The same chart on a plain canvas, without any library: what is in sight is drawn anew for each frame, states with their texts and
 * lines between them. It moves with the wheel, and a state follows the pointer: the least that a picture of this kind can cost.
 */
export async function plainCanvas(page: Page, picture: Picture, size: { width: number; height: number }) {
  await page.setContent('<body style="margin:0"><canvas></canvas></body>');
  await page.evaluate(
    ({ boxes, lines, width, height }) => {
      const canvas = document.querySelector("canvas") as HTMLCanvasElement;
      Object.assign(canvas, { width, height });
      const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
      const view = { x: 0, y: 0, zoom: 1 };
      let held: (typeof boxes)[number] | undefined;
      let asked = false;
      const inSight = ({ x, y, w, h }: Rect) =>
        (x + w) * view.zoom + view.x > 0 &&
        x * view.zoom + view.x < width &&
        (y + h) * view.zoom + view.y > 0 &&
        y * view.zoom + view.y < height;
      const draw = () => {
        asked = false;
        pen.setTransform(1, 0, 0, 1, 0, 0);
        pen.clearRect(0, 0, width, height);
        pen.setTransform(view.zoom, 0, 0, view.zoom, view.x, view.y);
        pen.font = "12.5px sans-serif";
        for (const box of boxes) {
          if (!inSight(box)) continue;
          pen.beginPath();
          pen.roundRect(box.x, box.y, box.w, box.h, 8);
          pen.fillStyle = box.frame ? "#f6f4ef" : "#fff";
          pen.fill();
          pen.strokeStyle = "#999";
          pen.stroke();
          pen.fillStyle = "#222";
          box.texts.forEach((text, i) => pen.fillText(text, box.x + 10, box.y + 20 + i * 20));
        }
        pen.strokeStyle = "#456";
        for (const { box, points } of lines) {
          if (!inSight(box)) continue;
          pen.beginPath();
          for (let i = 0; i < points.length; i += 2)
            pen[i === 0 ? "moveTo" : "lineTo"](points[i] as number, points[i + 1] as number);
          pen.stroke();
        }
      };
      const ask = () => {
        if (!asked) requestAnimationFrame(draw);
        asked = true;
      };
      canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        view.x -= event.deltaX;
        view.y -= event.deltaY;
        ask();
      });
      canvas.addEventListener("mousedown", ({ clientX, clientY }) => {
        const [x, y] = [(clientX - view.x) / view.zoom, (clientY - view.y) / view.zoom];
        held = boxes.findLast((b) => x >= b.x && x <= b.x + b.w && y >= b.y && y <= b.y + b.h);
      });
      canvas.addEventListener("mousemove", ({ movementX, movementY }) => {
        if (!held) return;
        const own = held as { x: number; y: number };
        own.x += movementX / view.zoom;
        own.y += movementY / view.zoom;
        ask();
      });
      canvas.addEventListener("mouseup", () => (held = undefined));
      Object.assign(window, {
        look: (x: number, y: number, zoom: number) => {
          Object.assign(view, { x, y, zoom });
          ask();
        },
      });
      draw();
    },
    { ...plainOf(picture), ...size },
  );
  return {
    /** The view: where its origin is, and how much it is scaled. */
    look: (x: number, y: number, zoom: number) =>
      page.evaluate(
        (at) => (window as unknown as { look: (...args: number[]) => void }).look(...at),
        [x, y, zoom],
      ),
  };
}
