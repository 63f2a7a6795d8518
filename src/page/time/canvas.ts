import { useEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** What the style sheet says of a colour, by its name: it knows of light and dark. */
export type Colours = (name: string) => string;

/** A canvas to draw on, as large as it is shown, and empty. Units: pixels of the page. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
}

/** Undefined where it is not shown. Each colour is read once for a drawing. */
export function cleanSheet(canvas: HTMLCanvasElement | null): Sheet | undefined {
  const context = canvas?.getContext('2d');
  if (canvas === null || context == null || canvas.clientWidth === 0) return undefined;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const known = new Map<string, string>();
  const colours: Colours = (name) => {
    const colour = known.get(name) ?? style.getPropertyValue(`--${name}`);
    known.set(name, colour);
    return colour;
  };
  return { context, width, height, colours };
}

/** The width of an element, as it changes. Units: pixels. */
export function useWidth(box: RefObject<HTMLElement>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
