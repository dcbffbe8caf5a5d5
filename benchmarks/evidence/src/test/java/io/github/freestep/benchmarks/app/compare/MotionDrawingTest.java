package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import picocli.CommandLine;

class MotionDrawingTest {
    /** A title is what a screen reader says, and what a browser's tab shows. */
    @Test
    void eachPictureIsWellFormedAndHasATitleAndNoScript() throws Exception {
        int files = 0;
        try (DirectoryStream<Path> pictures = Files.newDirectoryStream(Path.of("..", "..", ".github"), "*.svg")) {
            for (Path picture : pictures) {
                Document parsed = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(picture.toFile());
                Element svg = parsed.getDocumentElement();
                assertEquals("svg", svg.getTagName());
                assertEquals("title", svg.getElementsByTagName("*").item(0).getNodeName(), picture.toString());
                assertEquals(0, parsed.getElementsByTagName("script").getLength());
                files++;
            }
        }
        assertTrue(files > 5, files + " drawings");
    }

    /** Runs the commands of the page that names them. */
    @Test
    void theFilesInTheTreeAreThoseThatTheCommandsWrite(@TempDir Path folder) throws Exception {
        String page = Files.readString(Path.of("..", "gallery.md"));
        Matcher command = Pattern.compile("freestep-evidence\\.jar motion (.*--out )\\.github/(\\S+)")
                .matcher(page);
        int files = 0;
        for (; command.find(); files++) {
            Path drawn = folder.resolve(command.group(2));
            String[] options = (command.group(1) + drawn).split(" ");
            StringWriter said = new StringWriter();
            assertEquals(
                    0,
                    new CommandLine(new MotionCommand())
                            .setOut(new PrintWriter(said))
                            .execute(options));
            assertTrue(said.toString().startsWith("drawn in "), said::toString);
            String kept = Files.readString(Path.of("..", "..", ".github", command.group(2)));
            assertEquals(kept, Files.readString(drawn), "run " + command.group());
        }
        assertEquals(4, files);
    }
}
