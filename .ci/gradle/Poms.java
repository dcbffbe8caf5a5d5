import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks that POMs have what Gradle reads of them: it knows parents, properties and dependencyManagement, but no
 * properties of the system or of settings, and no profile but one that is active by default. Argument: the folder of a
 * group in a repository.
 */
class Poms {
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");
    private static final String GROUP = "io.github.freestep";

    public static void main(String[] arguments) throws Exception {
        Path group = Path.of(arguments[0]);
        int checked = 0;
        for (File artifact : group.toFile().listFiles(File::isDirectory)) {
            Pom pom = new Pom(group, artifact.getName());
            for (Element each : elements(pom.root, "dependencies")) {
                String name = pom.text(each, "groupId") + ":" + pom.text(each, "artifactId");
                String version = pom.text(each, "version");
                if (version.isEmpty()) {
                    version = pom.managed.getOrDefault(name, "");
                }
                pom.require(!version.isEmpty(), name + " has no version");
                checked++;
            }
            if (artifact.getName().equals("freestep-bom")) {
                pom.managed.forEach((name, version) -> {
                    String library = name.substring(GROUP.length() + 1);
                    Path jar = group.resolve(library).resolve(version).resolve(library + "-" + version + ".jar");
                    pom.require(Files.exists(jar), "there is no jar of " + name + ":" + version);
                });
                pom.require(pom.managed.size() > 10, "it manages " + pom.managed.keySet());
            }
        }
        System.out.println(checked + " dependencies have versions");
    }

    private static class Pom {
        final String name;
        final Element root;
        final Map<String, String> properties = new HashMap<>();
        final Map<String, String> managed = new HashMap<>();

        Pom(Path group, String artifact) throws Exception {
            File version = group.resolve(artifact).toFile().listFiles(File::isDirectory)[0];
            File[] poms = version.listFiles((folder, file) -> file.endsWith(".pom"));
            name = poms[0].getName();
            root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(poms[0]).getDocumentElement();
            Element parent = child(root, "parent");
            if (parent != null) {
                Pom above = new Pom(group, child(parent, "artifactId").getTextContent().strip());
                properties.putAll(above.properties);
                managed.putAll(above.managed);
            }
            for (String own : new String[] {"groupId", "artifactId", "version"}) {
                Element element = child(root, own);
                if (element != null) {
                    properties.put("project." + own, element.getTextContent().strip());
                }
            }
            Element set = child(root, "properties");
            for (Node each = set == null ? null : set.getFirstChild(); each != null; each = each.getNextSibling()) {
                properties.put(each.getNodeName(), each.getTextContent().strip());
            }
            Element management = child(root, "dependencyManagement");
            if (management != null) {
                for (Element each : elements(management, "dependencies")) {
                    managed.put(text(each, "groupId") + ":" + text(each, "artifactId"), text(each, "version"));
                }
            }
        }

        /** Returns the text of an element with the values of its properties; empty if there is none. */
        String text(Element of, String element) {
            Element found = child(of, element);
            if (found == null) {
                return "";
            }
            String text = found.getTextContent().strip();
            for (Matcher property = PROPERTY.matcher(text); property.find(); property = PROPERTY.matcher(text)) {
                String value = properties.get(property.group(1));
                require(value != null, property.group() + " has no value that Gradle can see");
                text = text.replace(property.group(), value);
            }
            return text;
        }

        void require(boolean holds, String what) {
            if (!holds) {
                System.out.println(name + ": " + what);
                System.exit(1);
            }
        }
    }

    private static Element child(Element of, String name) {
        for (Node each = of.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each.getNodeName().equals(name)) {
                return (Element) each;
            }
        }
        return null;
    }

    /** The elements below a child; none if there is no such child. */
    private static List<Element> elements(Element of, String list) {
        List<Element> found = new ArrayList<>();
        Element parent = child(of, list);
        for (Node each = parent == null ? null : parent.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }
}
