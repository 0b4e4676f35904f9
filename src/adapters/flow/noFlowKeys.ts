/**
 * React Flow's own keys, switched off: the canvas has its own, and React Flow listens for its on the whole page. Its space key
 * takes every space away from the code editor, which is no input element in its eyes.
 */
export const noFlowKeys = {
  nodesFocusable: false,
  edgesFocusable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  panActivationKeyCode: null,
  zoomActivationKeyCode: ["Meta", "Control"],
};
