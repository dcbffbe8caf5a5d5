package io.github.freestep.render.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A stutter, for JDK Flight Recorder. */
@Name("io.github.freestep.Stutter")
@Label("Stutter")
@Category({"Freestep", "Frames"})
@Description("A frame moved at less than half, or at more than one and a half times, the speed of simulation time")
@StackTrace(false)
final class StutterEvent extends Event {
    @Label("Moved")
    @Description("By how much the picture moved")
    @Timespan(Timespan.NANOSECONDS)
    long moved;

    @Label("Expected")
    @Description("By how much simulation time moved")
    @Timespan(Timespan.NANOSECONDS)
    long expected;

    @Label("File")
    @Description("The motion trace that is saved a second later, if there is one")
    String file;
}
