/**
 * Keeps states of the past, in memory while a simulation runs, and in files: the newest ones to the last bit, older
 * ones in a few bytes for each body. Not for users; exported to Freestep's renderer.
 *
 * <p>{@link io.github.freestep.history.ExactStates} copies the newest states, to the last bit.
 * {@link io.github.freestep.history.CompactStates} keeps many more, in a few bytes each, and
 * {@link io.github.freestep.history.CompactReader} reads them back. A body is coded as in a datagram, see
 * {@code net.body}. Nothing gets lost in memory, so a state needs no header of a datagram, no repeats and no
 * acknowledgements. Attachments, double positions and epochs are kept as they are.
 *
 * <p>{@link io.github.freestep.history.ClipWriter} saves kept states in a file, entry by entry as they are in memory,
 * and {@link io.github.freestep.history.Clip} reads it. The whole file is decoded once when it is read. So a playback
 * never fails, even if the file is damaged.
 *
 * <p>Each piece of a state restarts the coder's models. A state of 1,000 bodies is one piece. Rejected: differences
 * from the state before, instead of those from the keyframe. They are smaller. But to read a state, all states since
 * the keyframe would have to be decoded, and a playback backwards would do so for each state.
 */
package io.github.freestep.history;
