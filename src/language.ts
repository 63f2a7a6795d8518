/**
 * The language of maps: checked, laid out, converted and drawn. Nothing of Node is needed, so that it works in a browser too.
 *
 * A text is a `Source`: one whose name ends in `.wfmap` is read as the map language, any other as JSON.
 */
import './framework/install-functions.ts';

export { check, type Checked } from './check/check.ts';
export { applyFixes } from './diagnostics/apply-fixes.ts';
export { collect, type Diagnostic, type Fix, type Report } from './diagnostics/diagnostic.ts';
export { toJson, type DiagnosticReport, type JsonDiagnostic } from './diagnostics/to-json.ts';
export { drawDot } from './graph/draw-dot.ts';
export { drawMermaid } from './graph/draw-mermaid.ts';
export { graphOfMap, type DrawnMap } from './graph/graph-of-map.ts';
export type { MapGraph } from './graph/map-graph.ts';
export { drawSvg } from './graph/svg/draw-svg.ts';
export { drawText } from './graph/text/draw-text.ts';
export type { Block, Task } from './model/block.ts';
export type { WorkflowMap } from './model/map.ts';
export type { MapDocument } from './model/map-document.ts';
export type { ReadTemplate, TemplateLookup } from './model/template-lookup.ts';
export { convertMap, formatMap, isSameMap, type MapForm } from './print/convert.ts';
export type { Source, Span } from './text/source.ts';
