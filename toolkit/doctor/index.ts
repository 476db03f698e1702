// The doctor: what is wrong with the signature of a captured request. Runs in a browser too.
export { type Capture, type CaptureFormat, MAX_CAPTURE_BYTES } from './capture/capture.js';
export { captureOfRequest, type RequestInHand } from './capture/capture-request.js';
export { type ReadCaptureOptions, readCapture } from './capture/read-capture.js';
export { diagnose } from './diagnose.js';
export type { DiagnoseOptions } from './diagnose-options.js';
export type { Comparison, DiagnosedStage, Diagnosis } from './diagnosis.js';
export type { DoctorKey, VerifierFactory } from './keys.js';
export { explain, headline, type RenderOptions, renderDiagnosis } from './render.js';
