# frozen_string_literal: true

# The Ruby runtime of embedded functions: waits parked, loads the handler, then answers one invocation after the other.
# Started as `ruby bootstrap.rb`. The handler is `file.method` or `file.Class.method`, called with the keywords `event` and `context`.

require 'json'
require 'logger'
require 'socket'

module EmulatorRuntime
  RUNTIME = '/2018-06-01/runtime'
  JSON_FORMAT = ENV.fetch('AWS_LAMBDA_LOG_FORMAT', '').casecmp?('JSON')
  LEVELS = { 'TRACE' => 1, 'DEBUG' => 2, 'INFO' => 3, 'WARN' => 4, 'ERROR' => 5, 'FATAL' => 6 }.freeze

  class << self
    # The current invocation of log records, and its tenant.
    attr_accessor :request_id, :tenant_id
  end

  # The Runtime API over one bare socket: net/http would take longer to load than everything else.
  class Client
    def initialize(address)
      # This header admits the process at once; the function's own code does not need it.
      @host = ["Host: #{address}", "Emulator-Access: #{ENV.delete('_EMULATOR_ACCESS')}"]
      host, port = address.split(':')
      @socket = TCPSocket.new(host, port.to_i)
      @socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
    end

    def request(method, path, headers = {}, body = nil)
      lines = ["#{method} #{path} HTTP/1.1", *@host]
      headers.each { |name, value| lines << "#{name}: #{value}" }
      lines << "Content-Length: #{body.bytesize}" if body
      @socket.write("#{lines.join("\r\n")}\r\n\r\n".b, (body || '').b)
      answer
    rescue SystemCallError, IOError
      exit!(0) # Whoever hands out invocations is gone.
    end

    private

    def answer
      @socket.gets("\r\n") || exit!(0)
      headers = {}
      while (line = @socket.gets("\r\n")) && line != "\r\n"
        name, value = line.force_encoding('UTF-8').split(':', 2)
        headers[name.downcase] = value.strip
      end
      [headers, @socket.read(headers.fetch('content-length', 0).to_i) || '']
    end
  end

  # Writes frames to the telemetry descriptor, so that a record of many lines stays one event; otherwise lines to stdout.
  module Log
    descriptor = ENV.delete('_LAMBDA_TELEMETRY_LOG_FD')
    SINK = descriptor && IO.for_fd(descriptor.to_i, 'wb').tap { |io| io.sync = true }

    def self.write(text, level = '', json: false)
      text = text.encode('UTF-8', invalid: :replace, undef: :replace)
      return $stdout.write("#{text}\n") unless SINK

      kind = (json ? 0xA55A0002 : 0xA55A0003) | (LEVELS.fetch(level, 0) << 2)
      now = Process.clock_gettime(Process::CLOCK_REALTIME, :microsecond)
      SINK.write([kind, text.bytesize, now].pack('NNQ>') + text.b)
    end

    def self.line(level, members)
      JSON.generate({ timestamp: Time.now.utc.strftime('%Y-%m-%dT%H:%M:%S.%LZ'), level: level, requestId: EmulatorRuntime.request_id,
                      tenantId: EmulatorRuntime.tenant_id, **members }.compact)
    end

    def self.error(what, body)
      return write(line('ERROR', { message: what, **body }), 'ERROR', json: true) if JSON_FORMAT

      write("#{what}\n#{JSON.pretty_generate(body)}", 'ERROR')
    end
  end

  # Makes loggers that write to stdout or stderr add the request id; each of their records becomes one event of its level.
  module LoggerPatch
    def initialize(device, *rest, **named)
      super
      return unless [$stdout, $stderr].include?(device)

      @to_function_log = true
      least = LEVELS[ENV.fetch('AWS_LAMBDA_LOG_LEVEL', '').upcase]
      self.level = [least - 2, 0].max if JSON_FORMAT && least && !named.key?(:level)
    end

    def add(severity, message = nil, progname = nil)
      severity ||= Logger::UNKNOWN
      return super unless @to_function_log && !@formatter
      return true if severity < level

      progname ||= @progname
      if message.nil?
        message = block_given? ? yield : progname
        progname = @progname unless block_given?
      end
      name = format_severity(severity)
      text = JSON_FORMAT ? LoggerPatch.json(name, message, progname) : LoggerPatch.text(name, message, progname)
      Log.write(text, name, json: JSON_FORMAT)
      true
    end
    alias log add

    def self.text(severity, message, progname)
      time = Time.now.strftime('%Y-%m-%dT%H:%M:%S.%6N')
      said = message.is_a?(Exception) ? message.full_message(highlight: false) : message
      said = said.inspect unless said.is_a?(String)
      "#{severity[0]}, [#{time} ##{Process.pid}] #{severity.rjust(5)} #{EmulatorRuntime.request_id} -- #{progname}: #{said}"
    end

    def self.json(severity, message, progname)
      return Log.line(severity, { message: message.is_a?(String) ? message : message.inspect, logger: progname }) unless message.is_a?(Exception)

      Log.line(severity, { message: message.message, logger: progname, errorType: message.class.to_s, errorMessage: message.message,
                           stackTrace: message.backtrace })
    end
  end

  Context = Struct.new(:aws_request_id, :invoked_function_arn, :log_group_name, :log_stream_name, :function_name, :memory_limit_in_mb,
                       :function_version, :identity, :client_context, :tenant_id, :deadline_ms) do
    def self.of(headers)
      parsed = ->(name) { headers[name] && JSON.parse(headers[name]) }
      new(headers['lambda-runtime-aws-request-id'], headers['lambda-runtime-invoked-function-arn'], ENV['AWS_LAMBDA_LOG_GROUP_NAME'],
          ENV['AWS_LAMBDA_LOG_STREAM_NAME'], ENV['AWS_LAMBDA_FUNCTION_NAME'], ENV['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'],
          ENV['AWS_LAMBDA_FUNCTION_VERSION'], parsed['lambda-runtime-cognito-identity'], parsed['lambda-runtime-client-context'],
          headers['lambda-runtime-aws-tenant-id'], headers['lambda-runtime-deadline-ms'].to_i)
    end

    def get_remaining_time_in_millis
      [deadline_ms - Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond), 0].max
    end
  end

  # The function's file, its class (if any) and its method.
  class Handler
    FORM = 'must be of form FILENAME.METHOD or FILENAME.CLASS.METHOD where FILENAME corresponds with an existing Ruby source file ' \
           'FILENAME.rb, CLASS is an optional module/class namespace and METHOD is a callable method. If using CLASS, METHOD must be a ' \
           'class-level method.'

    def initialize(text)
      parts = text.split('.')
      raise ArgumentError, "Invalid handler #{text}, #{FORM}" unless [2, 3].include?(parts.size)

      @file, *@place, @method = parts
    end

    def load
      Kernel.require(@file)
      self
    end

    def call(event, context)
      target = @place.empty? ? TOPLEVEL_BINDING.receiver : Object.const_get(@place.first)
      target.__send__(@method, event: event, context: context)
    end
  end

  module_function

  HINT = "the cloud's Ruby runtime brings it; here it is neither in the code, nor in a layer, nor among this machine's gems: " \
         "`gem install %s`, or put it into the function's package"

  # For a missing SDK, adds what to do about it.
  def message_of(error)
    message = error.message.dup.force_encoding('UTF-8').scrub
    path = error.is_a?(LoadError) ? error.path.to_s : ''
    path.match?(/\Aaws-sdk/) ? "#{message} (#{format(HINT, path)})" : message
  end

  # The frames of the function, without ours.
  def body_of(error, kind)
    trace = (error.backtrace || []).take_while { |line| !line.start_with?(__FILE__) }.first(100)
    { errorMessage: message_of(error), errorType: "#{kind}<#{error.class}>", stackTrace: trace }
  end

  def post_error(client, path, error, kind, what)
    body = body_of(error, kind)
    Log.error(what, body)
    client.request('POST', path, { 'Content-Type' => 'application/json', 'Lambda-Runtime-Function-Error-Type' => body[:errorType] },
                   JSON.generate(body))
  end

  def marshal(response)
    return [response.read, 'application/unknown'] if response.respond_to?(:read)

    [JSON.generate(response), 'application/json']
  end

  # As in the cloud, a missing name, or an exception that is not a StandardError, ends the process.
  def serve(client, handler)
    headers, payload = client.request('GET', "#{RUNTIME}/invocation/next")
    self.request_id = headers['lambda-runtime-aws-request-id']
    self.tenant_id = headers['lambda-runtime-aws-tenant-id']
    ENV['_X_AMZN_TRACE_ID'] = headers['lambda-runtime-trace-id']
    path = "#{RUNTIME}/invocation/#{request_id}"
    begin
      event = payload.empty? ? nil : JSON.parse(payload.force_encoding('UTF-8'))
      body, type = marshal(handler.call(event, Context.of(headers)))
    rescue SystemExit
      raise
    rescue NameError, ScriptError, SystemStackError, NoMemoryError, SecurityError => e
      post_error(client, "#{path}/error", e, 'Function', 'Critical exception from handler')
      exit!(255)
    rescue StandardError => e
      return post_error(client, "#{path}/error", e, 'Function', 'Error raised from handler method')
    end
    client.request('POST', "#{path}/response", { 'Content-Type' => type }, body)
  end

  def main
    $stdout.sync = $stderr.sync = true
    $LOAD_PATH.unshift(ENV.fetch('LAMBDA_TASK_ROOT'))
    client = Client.new(ENV.fetch('AWS_LAMBDA_RUNTIME_API'))
    client.request('GET', '/_emulator/load')
    begin
      handler = Handler.new(ENV.fetch('_HANDLER', '')).load
    rescue Exception => e # rubocop:disable Lint/RescueException
      raise if e.is_a?(SystemExit)

      post_error(client, "#{RUNTIME}/init/error", e, 'Init', "Init error when loading handler #{ENV.fetch('_HANDLER', '')}")
      exit!(1)
    end
    loop { serve(client, handler) }
  end
end

module Kernel
  # One event, however many lines it has.
  def puts(*values)
    return $stdout.puts(*values) unless EmulatorRuntime::Log::SINK

    EmulatorRuntime::Log.write(values.flatten.map(&:to_s).join("\n"))
  end
end

Logger.prepend(EmulatorRuntime::LoggerPatch)
EmulatorRuntime.main
