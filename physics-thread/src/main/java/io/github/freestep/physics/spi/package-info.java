/**
 * What artifacts besides this one may implement or call, and users may not: its types may change with every version.
 * {@code ThreadSystem} is for {@code freestep-realtime}, which this module finds as a service. {@code RunRecorder}
 * is for {@code freestep-trace}, found in the same way. {@code InputStage}
 * and {@code StageAccess} are for {@code freestep-feeds}, and {@code PastTicks} is for feeds that predict: {@code
 * freestep-prediction} and {@code freestep-lockstep}. {@code MovableRun} and {@code RunStart} are for
 * {@code freestep-rooms}.
 */
package io.github.freestep.physics.spi;
