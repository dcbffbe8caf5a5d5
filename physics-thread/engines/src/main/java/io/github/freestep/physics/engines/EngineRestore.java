package io.github.freestep.physics.engines;

import java.io.IOException;

/**
 * Restores what an engine has saved in addition to its bodies, such as contacts. {@link
 * SavableEngineSimulation#readEngine} returns one. The physics thread calls each method once, in the order of their
 * declaration. If a restore fails, the remaining methods are not called.
 *
 * <pre>{@code
 * protected EngineRestore readEngine(DataInput in) throws IOException {
 *     double gravity = SavedNumbers.readFinite(in); // throws before anything changes
 *     return new EngineRestore() {
 *         public void begin() {
 *             engine.setGravity(gravity);
 *         }
 *     };
 * }
 * }</pre>
 */
public interface EngineRestore {
    /** Has nothing to restore. */
    EngineRestore NONE = new EngineRestore() {};

    /**
     * Called before any body is restored, when no body is attached to another. May remove bodies, which the scene then
     * makes again. Default: does nothing.
     *
     * @throws IOException if the world cannot become the saved one
     */
    default void begin() throws IOException {}

    /**
     * Called when the world has the bodies of the saved one, before their poses are read. Default: does nothing.
     *
     * @throws IOException if the world differs from the saved one
     */
    default void bodiesRestored() throws IOException {}

    /**
     * Called when the scene has restored its own part. Default: does nothing.
     *
     * @throws IOException if the world differs from the saved one
     */
    default void sceneRestored() throws IOException {}
}
